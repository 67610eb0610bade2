package io.appium.java_client;

/** A way to find an element, and the text that is looked for. */
public record AppiumBy(String using, String text) {
    public static AppiumBy accessibilityId(String text) { return new AppiumBy("accessibility id", text); }

    public static AppiumBy iOSNsPredicateString(String text) { return new AppiumBy("-ios predicate string", text); }

    public static AppiumBy iOSClassChain(String text) { return new AppiumBy("-ios class chain", text); }

    public static AppiumBy className(String text) { return new AppiumBy("class name", text); }

    public static AppiumBy xpath(String text) { return new AppiumBy("xpath", text); }
}
