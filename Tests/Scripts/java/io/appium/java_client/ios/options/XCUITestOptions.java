package io.appium.java_client.ios.options;

/** What a session is begun with. */
public class XCUITestOptions {
    public String bundle;

    public XCUITestOptions setNoReset(boolean value) { return this; }

    public XCUITestOptions setBundleId(String bundle) {
        this.bundle = bundle;
        return this;
    }
}
