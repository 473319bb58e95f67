package dev.hpa.controller.plugins;

/**
 * A factory that was found.
 *
 * @param name the factory's own
 * @param origin where it comes from: {@code built in}, {@code class path}, or the plug-in's folder
 */
public record Found<F>(F factory, String name, String origin) {

  static final String BUILT_IN = "built in";
  static final String CLASS_PATH = "class path";

  /** Whether it belongs to the program. */
  public boolean isBuiltIn() {
    return origin.equals(BUILT_IN);
  }

  @Override
  public String toString() {
    return name + " (" + origin + ")";
  }
}
