import Catalog
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import ViewHierarchy

/// `/api/v1/dumps/{dump}/animations`: what an animation block would show. Nothing is stored.
struct AnimationRoutes: RouteGroup {
    /// How many views the samples of a reply hold in all.
    static let maximumSamples = 50_000

    let services: Services

    func add(to router: inout Router) {
        router.onSuspending(.post, "/api/v1/dumps/{dump}/animations") {
            try preview(try $1.required("dump"), $0)
        }
    }

    private func preview(_ id: String, _ request: Request) throws -> Response {
        let tree = try services.catalog.load(id).tree
        let asked = try AnimationRequest(try request.jsonObject(), for: tree)
        let preview: AnimationPreview
        do throws(AnimationError) {
            preview = try AnimationPreview(asked.block, of: tree)
        } catch {
            throw AnimationRequest.problem([.init(error.message, at: .pointer("/changes"))])
        }
        let (count, overflows) = preview.views.count.multipliedReportingOverflow(by: asked.times.count)
        guard !overflows, count <= Self.maximumSamples else {
            let detail =
                "\(preview.views.count) views at \(asked.times.count) times are more than the \(Self.maximumSamples) "
                + "samples of a reply. Ask for fewer times."
            throw AnimationRequest.problem([.init(detail, at: .pointer("/times"))])
        }
        return .json(Self.write(preview, asked.times, tree))
    }

    private static func write(_ preview: AnimationPreview, _ times: [Double], _ tree: ViewTree) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: preview.views.count * times.count * 350 + 1_000)
        writer.beginObject()
        writer.member("end", preview.end)
        writer.member("views", preview.views.compactMap { tree.id(at: $0) })
        writer.key("samples")
        writer.beginArray()
        for time in times {
            writer.beginObject()
            writer.member("time", time)
            writer.key("views")
            writer.beginArray()
            for view in preview.presentation(at: time) {
                writer.beginObject()
                writer.member("id", tree.id(at: view.index))
                writer.member("frame", view.frame)
                writer.member("bounds", view.bounds)
                writer.member("center", view.center)
                writer.member("transform", view.transform)
                writer.member("alpha", view.alpha)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }
}
