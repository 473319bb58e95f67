package dev.hpa.cli.alerts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.YamlText;
import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hpa alerts}: prints alerts over kube-state-metrics. */
@Command(
    name = "alerts",
    description = {
      "Print alerting rules about HPAs for Prometheus: limited by maxReplicas, failing metrics, flapping,"
          + " another writer of the replicas, and budgets that forbid evictions.",
      "",
      "They need kube-state-metrics 2, and work with any controller and cloud. The output is a"
          + " PrometheusRule of the Prometheus operator, or with --plain a file of rules.",
      "An HPA at maxReplicas whose load needs no more is not limited."
    },
    footer = {
      "",
      "Examples:",
      "  hpa alerts | kubectl apply -f -",
      "  hpa alerts -n monitoring --label release=kube-prometheus-stack",
      "  hpa alerts --plain > hpa-alerts.yaml && promtool check rules hpa-alerts.yaml"
    })
public final class AlertsCommand implements Callable<Integer>, Subcommand {

  @Option(
      names = "--plain",
      description = "Print a file for rule_files of Prometheus in place of a PrometheusRule.")
  private boolean plain;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      defaultValue = "monitoring",
      description = "Namespace of the PrometheusRule (default: ${DEFAULT-VALUE}).")
  private String namespace;

  @Option(
      names = "--label",
      paramLabel = "LABEL=VALUE",
      description =
          "Label of the PrometheusRule, by which the ruleSelector of your Prometheus selects it."
              + " Repeatable.")
  private Map<String, String> labels = new LinkedHashMap<>();

  @Mixin private OutputOption output = OutputOption.of(OutputFormat.YAML, OutputFormat.JSON);

  @SuppressWarnings("NullAway.Init")
  public AlertsCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.SEE;
  }

  @Override
  public Integer call() throws IOException, YamlFormatException {
    String rules = rules();
    PrintWriter out = DocumentOutput.open();
    if (output.format() == OutputFormat.JSON) {
      ObjectNode groups = (ObjectNode) Json.tree(YamlJson.first(rules).text());
      out.println(Json.text(plain ? groups : head().<ObjectNode>set("spec", groups)));
    } else {
      out.print(plain ? rules : YamlText.of(head()) + "spec:\n" + indented(rules));
    }
    out.flush();
    return ExitStatus.SUCCESS;
  }

  /** A copy of deploy/monitoring/cluster-alerts.yaml. */
  private static String rules() throws IOException {
    try (InputStream file = AlertsCommand.class.getResourceAsStream("cluster-alerts.yaml")) {
      return new String(requireNonNull(file).readAllBytes(), UTF_8);
    }
  }

  private ObjectNode head() {
    ObjectNode head = JsonNodeFactory.instance.objectNode();
    head.put("apiVersion", "monitoring.coreos.com/v1").put("kind", "PrometheusRule");
    ObjectNode metadata = head.putObject("metadata");
    metadata.put("name", "horizontal-pod-autoscalers").put("namespace", namespace);
    if (!labels.isEmpty()) {
      labels.forEach(metadata.putObject("labels")::put);
    }
    return head;
  }

  /** The rules with their comments, below another field. */
  private static String indented(String rules) {
    return rules.substring(rules.indexOf("groups:")).replaceAll("(?m)^(?=.)", "  ");
  }
}
