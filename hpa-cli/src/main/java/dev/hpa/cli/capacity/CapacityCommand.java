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
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
      "  # Before a rollout, with the ResourceQuotas of the folder",
      "  hpa capacity -f manifests -o json"
    })
public final class CapacityCommand implements Callable<Integer>, Subcommand {

  @Mixin private Targets targets = new Targets();

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
    return targets.run(new DecisionFlags(), this::report);
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
    if (targets.areOfFiles() && poolLabel != null) {
      throw new UsageException("--pool-label: is for live HPAs; remove it");
    }
    List<Row> rows =
        fleet.isOne()
            ? List.of(row(fleet.one()))
            : new FleetLoop<>(fleet::subject, this::row, Row::failed)
                .run(
                    fleet.members(), "select the others with -n or -l", done -> print(fleet, done));
    print(fleet, rows);
    return rows.stream().allMatch(each -> each.targets() == 1)
        ? ExitStatus.SUCCESS
        : ExitStatus.FAILED;
  }

  /** What the target of an HPA reserves; in files with at least minReplicas. */
  private Row row(Subject subject) throws UnusableInputException {
    HorizontalPodAutoscaler hpa = subject.hpa();
    Optional<Inventory.ScalableObject> target = subject.target();
    if (target.isEmpty()) {
      throw new UnusableInputException(
          targets.areOfFiles()
              ? "its target %s \"%s\" is not in the files; add it"
                  .formatted(hpa.spec().scaleTargetRef().kind(), hpa.spec().scaleTargetRef().name())
              : "its target has neither pods nor a template that can be read");
    }
    JsonNode object = Json.tree(target.get().json());
    Workload workload = Objects.requireNonNull(Workload.of(target.get().key(), object));
    int replicas = object.at("/spec/replicas").asInt(1);
    Reserved atMax = reserved(workload, hpa.spec().maxReplicas());
    return new Row(
        subject.name().namespace(),
        1,
        reserved(
            workload,
            targets.areOfFiles()
                ? Math.max(replicas, hpa.spec().minReplicasOrDefault())
                : replicas),
        atMax,
        List.of(),
        Stream.of(ReservedResource.CPU, ReservedResource.MEMORY)
            .filter(each -> atMax.of(each) == 0)
            .map(
                each ->
                    subject.name()
                        + ": its pods request no "
                        + each.title()
                        + ", which counts as 0")
            .toList());
  }

  private Reserved reserved(Workload workload, int pods) {
    Reserved all = Reserved.of(each -> pods * each.number(workload.perPod(each.inQuotas())));
    return all.withCost(
        all.cpu() * prices.getOrDefault("cpu", 0.0)
            + all.memory() * prices.getOrDefault("memory", 0.0));
  }

  private void print(Fleet fleet, List<Row> rows) {
    Map<String, Row> namespaces = new TreeMap<>();
    rows.forEach(each -> namespaces.merge(each.name(), each, Row::plus));
    Row sum = namespaces.values().stream().reduce(Row.none("Sum"), Row::plus);
    Rooms rooms = new Rooms(fleet, new ArrayList<>(sum.notes()));
    List<Row> compared =
        namespaces.values().stream()
            .filter(each -> each.targets() > 0)
            .map(rooms::ofQuotas)
            .toList();
    Map<String, Reserved> pools = rooms.nodePools(poolLabel);
    PrintWriter out = DocumentOutput.open();
    new CapacityReport(compared, Rooms.ofNodes(sum, pools.values()), pools, rooms.notes())
        .write(out, output.format(), !prices.isEmpty());
    out.flush();
  }
}
