package dev.hpa.app.cli;

import dev.hpa.api.BuildInfo;
import java.util.regex.Pattern;

/**
 * The value of {@code --version}.
 *
 * @param text {@code true}, {@code false}, {@code raw}, or the version to report
 */
record VersionRequest(String text) {

  static final String OWN = BuildInfo.KUBERNETES_VERSION;

  private static final Pattern OWN_WITH_SUFFIX =
      Pattern.compile(Pattern.quote(OWN) + "([-+][0-9A-Za-z.+-]+)?");

  /** Whether to print the version and exit. */
  boolean prints() {
    return text.equals("raw") || text.equals("true");
  }

  private boolean reports() {
    return text.startsWith("v");
  }

  /** The version to report. */
  String reported() {
    return reports() ? text : OWN;
  }

  /** The line to print. */
  String line() {
    return text.equals("raw")
        ? "version.Info{Major:\"%d\", Minor:\"%d\", GitVersion:\"%s\", Compiler:\"java\"}"
            .formatted(BuildInfo.KUBERNETES_MAJOR, BuildInfo.KUBERNETES_MINOR, OWN)
        : "Kubernetes " + OWN;
  }

  /**
   * Parses a value.
   *
   * @throws FlagValueException if it is neither a boolean, {@code raw} nor this version
   */
  static VersionRequest parse(String text) {
    if (text.startsWith("v") && !OWN_WITH_SUFFIX.matcher(text).matches()) {
      throw new FlagValueException(
          "version \"%s\" must match major/minor/patch of default version \"%s\""
              .formatted(text, OWN));
    }
    return text.startsWith("v") || text.equals("raw")
        ? new VersionRequest(text)
        : new VersionRequest(String.valueOf(GoNumbers.bool(text)));
  }
}
