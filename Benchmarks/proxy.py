"""A proxy on the loopback address that keeps back all bytes for a while, as a distant network does.

Half of the round trip goes by on the way there, half on the way back; making a connection takes a whole one.
"""

import asyncio
import contextlib
import threading


class DelayingProxy:
    """Runs in a thread of its own until the block ends."""

    def __init__(self, port, milliseconds):
        self.target, self.delay = port, milliseconds / 2000
        self.loop = asyncio.new_event_loop()
        self.port = None

    async def pass_on(self, reader, writer):
        """Passes on what comes, each piece as late as the others."""
        queue = asyncio.Queue()

        async def deliver():
            while True:
                due, piece = await queue.get()
                await asyncio.sleep(max(due - self.loop.time(), 0))
                if not piece:
                    break
                writer.write(piece)
                with contextlib.suppress(ConnectionError):
                    await writer.drain()
            with contextlib.suppress(OSError):
                writer.write_eof()

        delivery = asyncio.ensure_future(deliver())
        with contextlib.suppress(ConnectionError):
            while piece := await reader.read(65536):
                queue.put_nowait((self.loop.time() + self.delay, piece))
        queue.put_nowait((self.loop.time() + self.delay, b""))
        await delivery

    async def connected(self, reader, writer):
        await asyncio.sleep(2 * self.delay)
        other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self.target)
        await asyncio.gather(self.pass_on(reader, other_writer), self.pass_on(other_reader, writer))
        for each in (writer, other_writer):
            each.close()

    def __enter__(self):
        started = threading.Event()

        def run():
            asyncio.set_event_loop(self.loop)
            server = self.loop.run_until_complete(asyncio.start_server(self.connected, "127.0.0.1", 0))
            self.port = server.sockets[0].getsockname()[1]
            started.set()
            self.loop.run_forever()
            server.close()
            # Those that are cut off have nobody to complain to.
            self.loop.set_exception_handler(lambda *_: None)
            tasks = asyncio.all_tasks(self.loop)
            for task in tasks:
                task.cancel()
            self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            self.loop.close()

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()
        assert started.wait(10), "the proxy does not start"
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
