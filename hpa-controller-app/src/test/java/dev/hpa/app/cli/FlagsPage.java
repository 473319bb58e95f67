package dev.hpa.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The page of the manual about the flags of {@code hpa-controller}, made of their declarations. */
final class FlagsPage {

  private static final String HEAD =
      """
      # Flags of `hpa-controller` and `hpa run`

      The command line of kube-controller-manager v1.36 can be kept: names, defaults, syntax and checks are its own. What is unlike it is
      said with the flag. A wrong command line ends with one line, `hpa-controller: …`, and status 1.

      Values stand behind `=` or, unless they are booleans, in the next word; `_` in a name counts as `-`; of a flag given twice the last
      value counts, of a list all do. Durations are Go's (`15s`, `1h30m`), whole numbers may be `0x10` or `1_000`.

      ## A file instead

      `--config FILE` takes the same from YAML: the keys are names of flags without dashes, lists and maps are for flags that take several
      values, and `providers` and `routes` are the sections of [`--provider-config`](providers.md). A flag on the command line replaces the
      file's, list or not; what neither names has its default. Mistakes are told as `FILE:LINE: key: …`.

      ```yaml
      horizontal-pod-autoscaler-sync-period: 10s
      leader-elect: false
      feature-gates: {HPAScaleToZero: true}
      authorization-always-allow-paths: [/healthz, /metrics]
      providers:
        prometheus: {url: http://prometheus:9090}
      routes: [external=prometheus]
      ```
      """;

  private static final String DIFFERING =
      """

      ## Command lines with another outcome

      A command line is accepted or refused, and refused with the same text, as by kube-controller-manager v1.36.2. These are the exceptions.

      | command line | kube-controller-manager | `hpa-controller` |
      | --- | --- | --- |
      | a flag of this program alone, such as `--config`, `--shadow`, `--debug-address`, `--provider-setting` | `unknown flag: --config` | accepted; a file of `--config` that is missing or malformed is refused as `FILE:LINE: key: …` |
      | `--horizontal-pod-autoscaler-upscale-delay`, `-downscale-delay`, `-use-rest-clients` | `unknown flag: …` | accepted with the meaning they had ([differences](differences.md)) |
      | several faults, of which one is that the cluster of `--authentication-kubeconfig` refuses or does not answer | that fault, before those of `--authorization-kubeconfig` and `--tls-cipher-suites` for HTTP/2 | what can be found in files comes first |
      | the cluster of `--authentication-kubeconfig` does not answer | text of Go's HTTP client behind `unable to load configmap based request-header-client-ca-file:` | the same beginning, with the text of this program's client |

      That an address is not of this machine, or a port in use or not permitted, is found before anything else is opened, as upstream
      does: `failed to create listener: failed to listen on 203.0.113.7:10257: listen tcp 203.0.113.7:10257: bind: cannot assign requested address`.
      """;

  private final StringBuilder page = new StringBuilder(HEAD);

  private FlagsPage() {}

  static String of(CommandSpec run) {
    FlagsPage page = new FlagsPage();
    FlagGroups.of(run).forEach(page::group);
    page.withoutEffect(run);
    page.removed();
    page.differing();
    return page.page.toString();
  }

  private void group(String topic, List<OptionSpec> flags) {
    page.append("\n## ").append(topic).append("\n\n");
    row("flag", "default", "meaning", "key in the file");
    row("---", "---", "---", "---");
    for (OptionSpec flag : flags) {
      String key = ConfigFile.isSettable(flag) ? code(flag.longestName().substring(2)) : "";
      row(names(flag), preset(flag), meaning(flag), key);
    }
  }

  private void withoutEffect(CommandSpec run) {
    page.append(
        """

        ## Accepted without effect

        So that a command line can be kept. Values have to be of the type; a warning in the log names the flags that were given.

        """);
    row("flag", "type", "why it has none");
    row("---", "---", "---");
    for (String name : FlagsWithoutEffect.NAMES.stream().sorted().toList()) {
      OptionSpec flag = Objects.requireNonNull(run.findOption(name));
      row(code(name), code(flag.paramLabel()), FlagsWithoutEffect.reason(flag));
    }
  }

  private void removed() {
    page.append(
        """

        ## Removed

        Flags Kubernetes had and refuses today, as this program does. `--horizontal-pod-autoscaler-upscale-delay`, `-downscale-delay` and
        `-use-rest-clients`, removed too, keep their meaning here ([below](#command-lines-with-another-outcome)).

        """);
    row("flag", "instead");
    row("---", "---");
    FlagHints.REMOVED.forEach((name, instead) -> row(code("--" + name), escaped(instead)));
  }

  private void differing() {
    page.append(DIFFERING);
  }

  private void row(String... cells) {
    page.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static String names(OptionSpec flag) {
    List<String> names = new ArrayList<>();
    for (String name : flag.names()) {
      names.add(code(name));
    }
    return String.join(", ", names);
  }

  private static String preset(OptionSpec flag) {
    String preset = flag.defaultValue();
    return preset == null || preset.isEmpty() ? "" : code(preset);
  }

  private static String meaning(OptionSpec flag) {
    String text = String.join(" ", flag.description());
    return escaped(text.replaceAll(" \\(default: [^)]*\\)", ""));
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("*", "\\*");
  }

  private static String code(String text) {
    return "`" + text + "`";
  }
}
