package dev.hpa.cli.fleet;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.FilenameOption;
import dev.hpa.cli.LiveAutoscalerName;
import dev.hpa.cli.ServerVersionOption;
import dev.hpa.cli.UserCluster;
import dev.hpa.cli.commands.Topic;
import dev.hpa.cli.manifests.Inventory;
import dev.hpa.cli.query.LoadQueries;
import dev.hpa.cli.simulate.PastSource;
import dev.hpa.cli.simulate.PrometheusRange;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.cli.simulate.Variants;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.wiring.Sources;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say which HPAs a command is about: one, or several of a cluster or of files. */
@Topic("HPAs")
public class Targets {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private LiveAutoscalerName name = new LiveAutoscalerName();
  @Mixin private UserCluster cluster = new UserCluster();
  @Mixin private ServerVersionOption release = new ServerVersionOption();
  @Mixin private FilenameOption files = new FilenameOption();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "All HPAs of the cluster.")
  private boolean isEverywhere;

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description = "Only live HPAs with these labels, such as team=shop.")
  private @Nullable String selector;

  @SuppressWarnings("NullAway.Init")
  public Targets() {}

  /** What a command does with the HPAs. */
  @FunctionalInterface
  public interface Work {
    int with(Fleet fleet)
        throws IOException,
            InterruptedException,
            KubernetesApiException,
            ScaleException,
            UnusableInputException;
  }

  /**
   * Checks the options against each other.
   *
   * @throws UsageException if they contradict each other, or select nothing
   */
  public void check() {
    if (files.isGiven() && !name.isGiven() && name.hasNamespace()) {
      throw new UsageException(
          "--namespace: has no effect with --filename without NAME; remove it");
    }
    boolean isListed = isEverywhere || selector != null || name.hasNamespace();
    if (!files.isGiven() && !name.isGiven() && !isListed) {
      throw new UsageException(
          "NAME: no HPA is given; write NAMESPACE/NAME, such as shop/web, -n or -A for several, or"
              + " -f for files");
    }
    if (name.isGiven() && (isEverywhere || selector != null)) {
      throw new UsageException("-A, -l: cannot be used with an HPA that is named; remove one");
    }
    if (isEverywhere && name.hasNamespace()) {
      throw new UsageException("--namespace: cannot be used with -A; remove one of them");
    }
  }

  /** Whether the HPAs are those of files. */
  public final boolean areOfFiles() {
    return files.isGiven();
  }

  /**
   * The given files, and more.
   *
   * @throws UsageException if live HPAs are selected too
   */
  public final List<String> files(List<String> more) throws IOException {
    if (isEverywhere || selector != null) {
      throw new UsageException(
          "--filename: cannot be used with live HPAs; remove it, or -A and -l");
    }
    return files.with(more, command.commandLine().getErr());
  }

  /** The namespace of objects of files without one. */
  public final String namespaceOfFiles() {
    return name.namespaceOr(Variants.DEFAULT_NAMESPACE);
  }

  /** The version without a cluster. */
  public final KubernetesVersion releaseOfFiles() {
    return release.withoutServer();
  }

  /**
   * Finds the HPAs, and does the work with them while the connection is open.
   *
   * @return the exit status of the work
   * @throws UsageException also if the input is unusable
   */
  public final int run(DecisionFlags decisions, Work work)
      throws IOException,
          InterruptedException,
          KubeconfigException,
          KubernetesApiException,
          ScaleException {
    return run(decisions, PastSource.NONE, work);
  }

  /**
   * Finds the HPAs, and does the work with them while the connection is open.
   *
   * @param past where their loads are queried
   * @return the exit status of the work
   * @throws UsageException also if the input is unusable
   */
  int run(DecisionFlags decisions, PastSource past, Work work)
      throws IOException,
          InterruptedException,
          KubeconfigException,
          KubernetesApiException,
          ScaleException {
    try {
      return files.isGiven() && !past.isInCluster()
          ? work.with(ofFiles(decisions, past.range().apply(Optional.empty())))
          : withCluster(decisions, past, work);
    } catch (UnusableInputException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    }
  }

  private int withCluster(DecisionFlags decisions, PastSource past, Work work)
      throws IOException,
          InterruptedException,
          KubeconfigException,
          KubernetesApiException,
          ScaleException,
          UnusableInputException {
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = cluster.open(timeline)) {
      Optional<PrometheusRange> range = past.range().apply(Optional.of(connection));
      if (files.isGiven()) {
        return work.with(ofFiles(decisions, range));
      }
      Optional<NamespacedName> named =
          name.isGiven() ? Optional.of(name.of(cluster)) : Optional.empty();
      KubernetesApi api = cluster.api(connection);
      Settings settings = release.settings(decisions, api);
      try (Sources sources = Sources.over(api, timeline, ProviderConfig.DEFAULT)) {
        return work.with(live(new LiveReader(api), sources.scales(), named, settings, range));
      }
    }
  }

  private Fleet live(
      LiveReader reader,
      ScaleClient scales,
      Optional<NamespacedName> named,
      Settings settings,
      Optional<PrometheusRange> range)
      throws KubeconfigException, KubernetesApiException {
    return new Fleet(
        named.isPresent() ? List.of(named.get()) : listed(reader),
        named.isPresent(),
        settings,
        range,
        LoadQueries.MetricRules.NONE,
        Optional.of(reader),
        new Inventory(List.of(), List.of(), List.of(), List.of()),
        member -> Subject.read(reader, scales, member));
  }

  private List<NamespacedName> listed(LiveReader reader)
      throws KubeconfigException, KubernetesApiException {
    String namespace = isEverywhere ? "" : name.namespaceOf(cluster);
    String labels = selector == null ? "" : selector;
    List<NamespacedName> members = new ArrayList<>();
    reader.autoscalers(
        namespace,
        labels,
        item -> {
          String owner = item.at("/metadata/namespace").asText();
          String found = item.at("/metadata/name").asText();
          if (!owner.isEmpty() && !found.isEmpty()) {
            members.add(new NamespacedName(owner, found));
          }
        });
    if (members.isEmpty()) {
      throw new UsageException(
          "%s: there are no HPAs%s; use another namespace, or -A for all"
              .formatted(
                  isEverywhere ? "--all-namespaces" : "--namespace " + namespace,
                  labels.isEmpty() ? "" : " with " + labels));
    }
    return members.stream().sorted().toList();
  }

  private Fleet ofFiles(DecisionFlags decisions, Optional<PrometheusRange> range)
      throws IOException, UnusableInputException {
    Settings settings = decisions.settings(release.withoutServer());
    Inventory inventory = Variants.inventory(files(List.of()), settings);
    Map<NamespacedName, Inventory.Autoscaler> all = byName(inventory.autoscalers());
    return new Fleet(
        name.isGiven() ? List.of(named(all.keySet())) : List.copyOf(all.keySet()),
        name.isGiven() || all.size() == 1,
        settings,
        range,
        LoadQueries.MetricRules.NONE,
        Optional.empty(),
        inventory,
        member -> Subject.of(Objects.requireNonNull(all.get(member)), inventory.workloads()));
  }

  private static Map<NamespacedName, Inventory.Autoscaler> byName(
      List<Inventory.Autoscaler> autoscalers) throws UnusableInputException {
    Map<NamespacedName, Inventory.Autoscaler> all = new TreeMap<>();
    for (Inventory.Autoscaler each : autoscalers) {
      NamespacedName name = NamespacedName.of(each.value().metadata());
      Inventory.Autoscaler other = all.put(name, each);
      if (other != null) {
        throw new UnusableInputException(
            "%s: HPA %s is also in %s; remove one".formatted(each.place(), name, other.place()));
      }
    }
    return all;
  }

  private NamespacedName named(Collection<NamespacedName> all) {
    NamespacedName named = name.in(Variants.DEFAULT_NAMESPACE);
    if (!all.contains(named)) {
      throw new UsageException(
          "NAME: the files have no HPA \"%s\"; name one of %s"
              .formatted(
                  named,
                  all.stream().map(NamespacedName::toString).collect(Collectors.joining(", "))));
    }
    return named;
  }
}
