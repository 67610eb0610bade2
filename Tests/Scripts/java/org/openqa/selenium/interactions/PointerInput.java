package org.openqa.selenium.interactions;

import java.time.Duration;

/** A finger. */
public class PointerInput {
    public enum Kind { MOUSE, PEN, TOUCH }

    public static final class Origin {
        public static Origin viewport() { return new Origin(); }
    }

    /** What the finger does: where it goes, or that it is put down or taken up. */
    public record Interaction(boolean isMove, int x, int y, long milliseconds) {}

    public PointerInput(Kind kind, String name) {}

    public Interaction createPointerMove(Duration duration, Origin origin, int x, int y) {
        return new Interaction(true, x, y, duration.toMillis());
    }

    public Interaction createPointerDown(int button) { return new Interaction(false, 0, 0, 0); }

    public Interaction createPointerUp(int button) { return new Interaction(false, 0, 0, 0); }
}
