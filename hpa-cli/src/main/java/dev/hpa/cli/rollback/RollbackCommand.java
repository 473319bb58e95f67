package dev.hpa.cli.rollback;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.SafeText;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.OptionSourceFlags;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.LiveAutoscalerName;
import dev.hpa.cli.UserCluster;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.TextTable;
import dev.hpa.cli.output.YamlText;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa rollback}: lists and removes what options leave behind. */
@Command(
    name = "rollback",
    modelTransformer = FlagOptions.class,
    description = {
      "List what a return to kube-controller-manager changes and leaves behind: the options of each"
          + " HPA, what kube-controller-manager does instead, and the conditions that only options"
          + " set, which it never updates.",
      "",
      "Nothing is written without --remove. Remove conditions when this controller no longer runs:"
          + " it sets them again."
    },
    footer = {
      "",
      "Exit status: 0 success; 1 an HPA cannot be read or changed; 2 usage error.",
      "",
      "Examples:",
      "  hpa rollback -A",
      "  hpa rollback -A --remove=conditions",
      "  hpa rollback shop/web --remove=conditions,annotations"
    })
public final class RollbackCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {

  @Spec private CommandSpec spec;
  @Mixin private LiveAutoscalerName name = new LiveAutoscalerName();
  @Mixin private UserCluster cluster = new UserCluster();
  private final OptionSourceFlags sources = new OptionSourceFlags();

  @Mixin
  private OutputOption output =
      OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML);

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "All HPAs of the cluster; or of a namespace with -n.")
  private boolean isEverywhere;

  @Option(
      names = "--remove",
      split = ",",
      paramLabel = "WHAT",
      description =
          "Remove from the HPAs: conditions, annotations or both, separated by a comma; needs a"
              + " NAME, -n or -A.")
  private List<String> remove = List.of();

  private int failed;

  @SuppressWarnings("NullAway.Init")
  public RollbackCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.RUN;
  }

  @Override
  public List<Flag<?>> flags() {
    return sources.all();
  }

  @Override
  public Integer call() throws KubeconfigException, KubernetesApiException {
    Logging.errorsOnly();
    requireRemovable();
    OptionSettings settings = sources.settings();
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = cluster.open(timeline)) {
      KubernetesApi api = cluster.api(connection);
      LiveReader reader = new LiveReader(api);
      List<JsonNode> autoscalers = autoscalers(reader);
      Map<String, Map<String, String>> inheritable =
          settings.namespaces() ? namespaces(reader) : Map.of();
      List<Leftovers> found = new ArrayList<>();
      for (JsonNode each : autoscalers) {
        try {
          HorizontalPodAutoscaler hpa = HpaVersion.V2.decode(each);
          Map<String, String> inherited =
              inheritable.getOrDefault(hpa.metadata().namespaceOrEmpty(), Map.of());
          Leftovers left =
              Leftovers.of(hpa, settings.reader().read(hpa, inherited), timeline.wall());
          if (!left.isEmpty()) {
            found.add(left);
            remove(api, left);
          }
        } catch (JsonFormatException malformed) {
          fail(each.at("/metadata/name").asText() + " cannot be read: " + malformed.getMessage());
        }
      }
      print(found, autoscalers.size());
    }
    return failed == 0 ? ExitStatus.SUCCESS : ExitStatus.FAILED;
  }

  private void requireRemovable() {
    for (String word : remove) {
      if (!word.equals(Leftovers.CONDITIONS) && !word.equals(Leftovers.ANNOTATIONS)) {
        throw new UsageException(
            "--remove: \"%s\" is unknown; give conditions, annotations or both".formatted(word));
      }
    }
    if (!remove.isEmpty() && !name.isGiven() && !name.hasNamespace() && !isEverywhere) {
      throw new UsageException(
          "--remove: no HPA is given; give NAMESPACE/NAME, -n NAMESPACE or -A");
    }
  }

  private List<JsonNode> autoscalers(LiveReader reader)
      throws KubeconfigException, KubernetesApiException {
    if (name.isGiven()) {
      return List.of(reader.autoscaler(name.of(cluster)).json());
    }
    List<JsonNode> found = new ArrayList<>();
    String namespace = isEverywhere && !name.hasNamespace() ? "" : name.namespaceOf(cluster);
    reader.autoscalers(namespace, "", found::add);
    return found;
  }

  /** The annotations of all namespaces, by name. */
  private static Map<String, Map<String, String>> namespaces(LiveReader reader)
      throws KubernetesApiException {
    Map<String, Map<String, String>> all = new HashMap<>();
    reader.objects(
        LiveReader.NAMESPACES,
        "",
        each -> {
          Map<String, String> annotations = new TreeMap<>();
          each.at("/metadata/annotations")
              .properties()
              .forEach(entry -> annotations.put(entry.getKey(), entry.getValue().asText()));
          all.put(each.at("/metadata/name").asText(), annotations);
        });
    return all;
  }

  private void remove(KubernetesApi api, Leftovers left) {
    for (String what : remove) {
      if (left.has(what)) {
        try {
          api.call(left.removal(what), body -> Json.tree(body));
          left.removed(what);
        } catch (KubernetesApiException refused) {
          fail(left.autoscaler() + ": its " + what + " are not removed: " + refused.text());
        }
      }
    }
  }

  private void fail(String problem) {
    failed++;
    spec.commandLine().getErr().println(spec.root().name() + ": " + SafeText.line(problem));
  }

  private void print(List<Leftovers> found, int autoscalers) {
    PrintWriter out = DocumentOutput.open();
    ObjectNode json = Json.mapper().createObjectNode().put("autoscalers", autoscalers);
    ArrayNode list = json.putArray("found");
    found.forEach(each -> list.add(each.json()));
    switch (output.format()) {
      case TEXT -> {
        TextTable table = new TextTable("HPA", "IN", "FOUND", "KUBE-CONTROLLER-MANAGER");
        found.forEach(each -> each.addTo(table));
        if (!found.isEmpty()) {
          table.print(out);
          out.println();
        }
        out.println(
            "%d of %d HPAs have options or their conditions".formatted(found.size(), autoscalers));
      }
      case JSON -> out.println(SafeText.json(Json.text(json)));
      default -> out.print(YamlText.inStream(json));
    }
    out.flush();
  }
}
