package dev.hpa.app.cli;

import dev.hpa.vectors.Vectors;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Generates docs/flags.md from the declarations of the flags. */
final class FlagsPage {

  private static final String HEAD =
      """
      # Flags of `hpa-controller` and `hpa run`

      The flags of kube-controller-manager v1.36 and v1.37 are supported with the same names, defaults, syntax and validation; the table notes
      differences. The origin is kube-controller-manager, or *additional* for flags of this project. A usage error prints one line,
      `hpa-controller: …`, and exits with status 1.

      Values follow `=` or, except for booleans, are the next argument. `_` in a flag name is equivalent to `-`. If a flag is repeated, the last
      value applies; values of list flags are merged. Durations have Go's syntax (`15s`, `1h30m`); integers may be written `0x10` or `1_000`.

      ## A file instead

      `--config FILE` reads flags from YAML: keys are flag names without dashes (all except `config`, `help`, `stack-traces` and
      `version`); flags with several values take lists or maps; `providers` and `routes` are the sections of [`--provider-config`](providers.md). A flag on the
      command line overrides the value in the file, also for lists. Errors are reported as `FILE:LINE: key: …`.

      ```yaml
      horizontal-pod-autoscaler-sync-period: 10s
      leader-elect: false
      feature-gates: {HPAScaleToZero: true}
      authorization-always-allow-paths: [/healthz, /metrics]
      providers:
        prometheus: {url: http://prometheus:9090, rules: rules.yaml}
      routes: [resource=prometheus]
      ```
      """;

  private static final String DIFFERING =
      """

      ## Differences from kube-controller-manager

      Command lines are accepted and rejected as by kube-controller-manager v1.36.2 and v1.37.2, with the same error messages, except for these.

      | command line | kube-controller-manager | `hpa-controller` |
      | --- | --- | --- |
      | a flag of this project, such as `--config`, `--shadow`, `--debug-address`, `--provider-setting` | `unknown flag: --config` | accepted; a missing or malformed `--config` file is rejected with `FILE:LINE: key: …` |
      | `--horizontal-pod-autoscaler-upscale-delay`, `-downscale-delay`, `-use-rest-clients` | `unknown flag: …` | accepted with their former meaning ([differences](differences.md)) |
      | `--emulated-version=1.37`, `--emulated-version=1.33`, `--emulated-version=auto` | v1.36 accepts 1.33 to 1.36, v1.37 accepts 1.34 to 1.37 | accepted: the controller [reproduces both releases](versions.md) |
      | a flag that only v1.36 or only v1.37 has | `unknown flag: …` in the other release | accepted under both |
      | several errors, one of them that the cluster of `--authentication-kubeconfig` rejects the request or does not answer | reports that error before those of `--authorization-kubeconfig` and `--tls-cipher-suites` for HTTP/2 | reports errors in files first |
      | the cluster of `--authentication-kubeconfig` does not answer | `unable to load configmap based request-header-client-ca-file:` and the error of Go's HTTP client | the same prefix and the error of the Java client |

      An address that is not local, and a port that is in use or not permitted, are reported before anything else is opened, as by
      kube-controller-manager: `failed to create listener: failed to listen on 203.0.113.7:10257: listen tcp 203.0.113.7:10257: bind: cannot assign requested address`.
      """;

  private static final Pattern DEFAULT = Pattern.compile(" \\(default: ([^)]*)\\)");

  private static final String UPSTREAM = Vectors.configured().text("exchanges/kcm-help.txt");

  private final StringBuilder page = new StringBuilder(HEAD);

  private FlagsPage() {}

  static String of(RunFlags run) {
    FlagsPage page = new FlagsPage();
    run.topics().forEach(page::group);
    page.withoutEffect(run.all());
    page.removed();
    page.differing();
    return page.page.toString();
  }

  private void group(String topic, List<Flag<?>> flags) {
    page.append("\n## ").append(topic).append("\n\n");
    row("flag", "default", "description", "origin");
    row("---", "---", "---", "---");
    for (Flag<?> flag : flags.stream().sorted(Comparator.comparing(Flag::name)).toList()) {
      Pattern upstream = Pattern.compile(flag.dashed() + "(?![\\w-])");
      String origin = upstream.matcher(UPSTREAM).find() ? "kube-controller-manager" : "additional";
      row(names(flag), preset(flag), meaning(flag), origin);
    }
  }

  private void withoutEffect(FlagSet run) {
    page.append(
        """

        ## Accepted without effect

        These flags are accepted so that existing command lines can be reused. The types of their values are validated; a warning in the log lists the given flags.

        """);
    row("flag", "type", "reason");
    row("---", "---", "---");
    for (String name : FlagsWithoutEffect.NAMES.stream().sorted().toList()) {
      Flag<?> flag = Objects.requireNonNull(run.find(name));
      row(code(flag.dashed()), code(flag.label()), FlagsWithoutEffect.reason(flag));
    }
  }

  private void removed() {
    page.append(
        """

        ## Removed

        These flags were removed from Kubernetes and are rejected. `--horizontal-pod-autoscaler-upscale-delay`, `-downscale-delay` and
        `-use-rest-clients` were removed too, but are [supported](#differences-from-kube-controller-manager).

        """);
    row("flag", "replacement");
    row("---", "---");
    FlagHints.REMOVED.forEach((name, instead) -> row(code("--" + name), escaped(instead)));
  }

  private void differing() {
    page.append(DIFFERING);
  }

  private void row(String... cells) {
    page.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static String names(Flag<?> flag) {
    return flag.shorthand().isEmpty()
        ? code(flag.dashed())
        : code("-" + flag.shorthand()) + ", " + code(flag.dashed());
  }

  private static String preset(Flag<?> flag) {
    String preset = flag.preset();
    if (preset != null && !preset.isEmpty()) {
      return flag.name().equals(RunFlags.HELP) ? "" : code(preset);
    }
    Matcher named = DEFAULT.matcher(flag.help());
    if (named.find()) {
      String text = named.group(1);
      return text.contains(" ") || text.equals("off") ? escaped(text) : code(text);
    }
    return "";
  }

  private static String meaning(Flag<?> flag) {
    return escaped(DEFAULT.matcher(flag.help()).replaceAll(""));
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("*", "\\*");
  }

  private static String code(String text) {
    return "`" + text + "`";
  }
}
