package dev.hpa.cli.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.fleet.Fleet;
import dev.hpa.cli.fleet.FleetLoop;
import dev.hpa.cli.fleet.Subject;
import dev.hpa.cli.fleet.Targets;
import dev.hpa.cli.manifests.Inventory;
import dev.hpa.cli.manifests.Workload;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.ProgressBar;
import dev.hpa.cli.simulate.PastSource;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hpa capacity}: whether all workloads fit when all HPAs are at maxReplicas. */
@Command(
    name = "capacity",
    description = {
      "Add up what the targets of HPAs request, now and with all HPAs at maxReplicas, by"
          + " namespace, and compare it with quotas and nodes.",
      "",
      "The HPAs are those of a cluster (-A, -n, -l or a NAME) or of files (-f). What is counted"
          + " are requests, not usage. Nothing is written to the cluster."
    },
    footer = {
      "",
      "Exit status: 0 success, whether it fits or not; 1 an HPA is not counted; 2 usage error, or"
          + " an unusable file.",
      "",
      "Examples:",
      "  # All HPAs of the cluster, with what a core and a GiB cost per hour",
      "  hpa capacity -A --price cpu=0.04,memory=0.005",
      "  # The HPAs of a team, and the nodes by pool",
      "  hpa capacity -A -l team=shop --pool-label karpenter.sh/nodepool",
      "  # Before a rollout",
      "  hpa capacity -f manifests -o json"
    })
public final class CapacityCommand implements Callable<Integer>, Subcommand {

  @Mixin private Targets targets = Targets.withoutLoads();

  @Option(
      names = "--price",
      split = ",",
      paramLabel = "RESOURCE=PRICE",
      description =
          "Price of a core and of a GiB of memory for an hour, such as cpu=0.04,memory=0.005; adds"
              + " the cost per hour.")
  private Map<String, Double> prices = new LinkedHashMap<>();

  @Option(
      names = "--pool-label",
      paramLabel = "LABEL",
      description =
          "Label of nodes whose values are the pools, such as karpenter.sh/nodepool (default: all"
              + " nodes together).")
  private @Nullable String poolLabel;

  @Mixin
  private OutputOption output =
      OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML, OutputFormat.CSV);

  @SuppressWarnings("NullAway.Init")
  public CapacityCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TUNE;
  }

  /** Loads are not read. */
  @Override
  public void configure(CommandLine line) {
    line.getCommandSpec().remove(line.getCommandSpec().findOption("--prometheus-rules"));
  }

  @Override
  public Integer call()
      throws IOException,
          InterruptedException,
          KubeconfigException,
          KubernetesApiException,
          ScaleException {
    Logging.errorsOnly();
    targets.check();
    prices.forEach(CapacityCommand::checkPrice);
    try {
      return targets.run(new DecisionFlags(), PastSource.NONE, this::report);
    } catch (UnusableInputException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
  }

  private static void checkPrice(String resource, double price) {
    if (!resource.equals("cpu") && !resource.equals("memory")) {
      throw new UsageException(
          "--price: \"%s\" has no price; use cpu and memory".formatted(resource));
    }
    if (!(price >= 0 && price < 1e9)) {
      throw new UsageException(
          "--price: \"%s\" is not a price from 0 on; give one such as cpu=0.04".formatted(price));
    }
  }

  private int report(Fleet fleet)
      throws InterruptedException, KubernetesApiException, ScaleException, UnusableInputException {
    boolean isLive = fleet.live().isPresent();
    if (!isLive && poolLabel != null) {
      throw new UsageException("--pool-label: is for live HPAs; remove it");
    }
    List<Row.Need> needs =
        fleet.isOne()
            ? List.of(need(fleet.one(), isLive))
            : new FleetLoop<Subject, Row.Need>(
                    fleet::subject,
                    subject -> need(subject, isLive),
                    Row.Need::failed,
                    ProgressBar.onTerminal(),
                    InstantSource.system())
                .run(
                    fleet.members(), "select the others with -n or -l", done -> print(fleet, done));
    print(fleet, needs);
    return needs.stream().allMatch(Row.Need::isCounted) ? ExitStatus.SUCCESS : ExitStatus.FAILED;
  }

  private Row.Need need(Subject subject, boolean isLive) throws UnusableInputException {
    HorizontalPodAutoscaler hpa = subject.hpa();
    Inventory.ScalableObject target =
        subject
            .inventory()
            .targetOf(subject.inventory().autoscalers().getFirst())
            .orElseThrow(
                () ->
                    new UnusableInputException(
                        isLive
                            ? "there is no pod whose requests could be read"
                            : "its target %s \"%s\" is not in the files; add it"
                                .formatted(
                                    hpa.spec().scaleTargetRef().kind(),
                                    hpa.spec().scaleTargetRef().name())));
    JsonNode object = Json.tree(target.json());
    Workload workload = Objects.requireNonNull(Workload.of(target.key(), object));
    int replicas = object.at("/spec/replicas").asInt(1);
    Reserved now =
        reserved(
            workload, isLive ? replicas : Math.max(replicas, hpa.spec().minReplicasOrDefault()));
    Reserved atMax = reserved(workload, hpa.spec().maxReplicas());
    return new Row.Need(
        subject.name(),
        true,
        now,
        atMax,
        Stream.of(ReservedResource.CPU, ReservedResource.MEMORY)
            .filter(each -> atMax.of(each) == 0)
            .map(
                each ->
                    "%s: its pods request no %s, which counts as 0"
                        .formatted(subject.name(), each.title()))
            .toList());
  }

  private Reserved reserved(Workload workload, int pods) {
    Reserved all = Reserved.of(each -> pods * each.number(workload.perPod(each.inQuotas())));
    return all.withCost(
        all.cpu() * prices.getOrDefault("cpu", 0.0)
            + all.memory() * prices.getOrDefault("memory", 0.0));
  }

  private void print(Fleet fleet, List<Row.Need> needs) {
    ClusterRoom room = new ClusterRoom(fleet.live());
    needs.forEach(each -> room.notes().addAll(each.notes()));
    List<Row.Need> counted = needs.stream().filter(Row.Need::isCounted).toList();
    List<Row> rows = new ArrayList<>();
    counted.stream()
        .collect(
            Collectors.groupingBy(
                each -> each.name().namespace(), TreeMap::new, Collectors.toList()))
        .forEach((namespace, all) -> rows.add(room.withQuotas(Row.sum(namespace, all))));
    Map<String, Reserved> pools = room.nodePools(poolLabel);
    Row sum = ClusterRoom.withNodes(Row.sum("Sum", counted), pools.values());
    PrintWriter out = DocumentOutput.open();
    new CapacityReport(rows, sum, pools, room.notes())
        .write(out, output.format(), !prices.isEmpty());
    out.flush();
  }
}
