package io.appium.java_client.ios;

import io.appium.java_client.AppiumBy;
import io.appium.java_client.ios.options.XCUITestOptions;
import java.net.URL;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;

/** Says each call as a line of JSON. */
public class IOSDriver {
    public IOSDriver(URL server, XCUITestOptions options) { say("begin", server.toString(), options.bundle); }

    public Element findElement(AppiumBy by) {
        say("find", by.using(), by.text());
        return new Element();
    }

    public Object executeScript(String script, Object... arguments) {
        var named = (Map<?, ?>) arguments[0];
        if (script.equals("mobile: tap")) say("tap", named.get("x"), named.get("y"));
        else say(script, named.get("name"));
        return null;
    }

    public void perform(Collection<Sequence> sequences) {
        for (var sequence : sequences) {
            var moves = sequence.actions.stream().filter(PointerInput.Interaction::isMove).toList();
            var from = moves.get(0);
            var to = moves.get(1);
            say("swipe", from.x(), from.y(), to.x(), to.y(), to.milliseconds());
        }
    }

    public Target switchTo() { return new Target(); }

    public void quit() { say("quit"); }

    /** An element that was found, or has the focus. */
    public static class Element {
        public void click() { say("click"); }

        public void sendKeys(CharSequence... keys) { say("type", String.join("", keys)); }
    }

    /** What else can be talked to. */
    public static class Target {
        public Element activeElement() {
            say("focus");
            return new Element();
        }

        public Alert alert() { return new Alert(); }
    }

    /** The alert that is open. */
    public static class Alert {
        public void accept() { say("accept"); }

        public void dismiss() { say("dismiss"); }
    }

    private static void say(Object... words) {
        System.out.println(Arrays.stream(words).map(IOSDriver::json).collect(Collectors.joining(",", "[", "]")));
    }

    /** Every character of a text as an escape: what it is is seen, whatever the encoding of the output. */
    private static String json(Object word) {
        if (!(word instanceof String)) return String.valueOf(word);
        return word.toString().chars().mapToObj(unit -> String.format("\\u%04x", unit)).collect(Collectors.joining("", "\"", "\""));
    }
}
