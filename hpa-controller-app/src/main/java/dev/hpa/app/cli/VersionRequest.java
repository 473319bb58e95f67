package dev.hpa.app.cli;

import dev.hpa.api.GoQuote;
import dev.hpa.api.KubernetesVersion;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The value of {@code --version}.
 *
 * @param text {@code true}, {@code false}, {@code raw}, or the version to report
 */
record VersionRequest(String text) {

  private static final Pattern SUFFIX = Pattern.compile("([-+][0-9A-Za-z.+-]+)?$");

  /** Whether to print the version and exit. */
  boolean prints() {
    return text.equals("raw") || text.equals("true");
  }

  private boolean reports() {
    return text.startsWith("v");
  }

  /** The version to report, which is that of the release unless the value overrides it. */
  String reported(KubernetesVersion release) {
    return reports() ? text : release.release();
  }

  /** The line to print. */
  String line(KubernetesVersion release) {
    return text.equals("raw")
        ? "version.Info{Major:\"%d\", Minor:\"%d\", GitVersion:\"%s\", Compiler:\"java\"}"
            .formatted(release.major(), release.minor(), release.release())
        : "Kubernetes " + (release.isPreview() ? release.title() : release.release());
  }

  /**
   * Why the value cannot be reported; null if it can.
   *
   * @param releases the emulated release, or those that are possible while it is unknown
   */
  @Nullable String problem(List<KubernetesVersion> releases) {
    return !reports() || releases.stream().anyMatch(this::isOf)
        ? null
        : "invalid argument %s for \"--version\" flag: version \"%s\" must match major/minor/patch of default version \"%s\""
            .formatted(GoQuote.quote(text), text, releases.getFirst().release());
  }

  private boolean isOf(KubernetesVersion release) {
    String number = SUFFIX.matcher(release.release()).replaceFirst("");
    return text.startsWith(number) && SUFFIX.matcher(text.substring(number.length())).matches();
  }

  /**
   * Parses a value.
   *
   * @throws FlagValueException if it is neither a boolean, {@code raw} nor a version
   */
  static VersionRequest parse(String text) {
    return text.startsWith("v") || text.equals("raw")
        ? new VersionRequest(text)
        : new VersionRequest(String.valueOf(GoNumbers.bool(text)));
  }
}
