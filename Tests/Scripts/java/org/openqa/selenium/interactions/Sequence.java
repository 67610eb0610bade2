package org.openqa.selenium.interactions;

import java.util.ArrayList;
import java.util.List;

/** What one finger does, one after the other. */
public class Sequence {
    public final List<PointerInput.Interaction> actions = new ArrayList<>();

    public Sequence(PointerInput device, int length) {}

    public Sequence addAction(PointerInput.Interaction action) {
        actions.add(action);
        return this;
    }
}
