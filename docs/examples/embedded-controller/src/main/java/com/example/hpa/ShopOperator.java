package com.example.hpa;

import dev.hpa.controller.HpaController;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.leader.LeaderElectionOptions;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** An operator that scales by the orders it knows of, without a metrics API in between. */
public final class ShopOperator implements AutoCloseable {

  private static final LeaderElectionOptions ELECTION =
      new LeaderElectionOptions(
          true,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          "shop-operator",
          "shop");

  private final LongSupplier openOrders;
  private final HpaController controller;

  /**
   * Connects to the cluster; scales nothing before {@link #start}.
   *
   * @param client of the cluster, as the rest of the operator uses it
   * @param openOrders how many orders are waiting
   * @param report takes a line for each rescale and each failure
   */
  public ShopOperator(ApiClient client, LongSupplier openOrders, Report report)
      throws KubeconfigException {
    this.openOrders = openOrders;
    this.controller =
        HpaController.builder()
            .apiClient(client)
            .options(ControllerOptions.DEFAULTS.withSyncPeriod(Duration.ofSeconds(1)))
            .leaderElection(ELECTION)
            .metricProvider("orders", Set.of(MetricQuery.Kind.EXTERNAL_METRIC), this::read)
            .route("external:open-orders=orders")
            .onReconcile(
                result -> {
                  if (result.error() != null) {
                    report.line(result.hpa().metadata().name() + ": " + result.error());
                  } else if (result.scaledTo() != null) {
                    report.line(
                        result.hpa().metadata().name() + ": scaled to " + result.scaledTo());
                  }
                })
            .onStopped(reason -> report.line("stopped: " + reason))
            .build();
  }

  /** Where the operator reports. */
  @FunctionalInterface
  public interface Report {

    /** Takes a line. */
    void line(String text);
  }

  /** Every series in milli-units: 3 orders are 3000. */
  private Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    for (MetricQuery query : queries) {
      results.put(query, new MetricReading.Series(List.of(openOrders.getAsLong() * 1000)));
    }
    return results;
  }

  /** Starts to scale when this operator holds its Lease. */
  public void start() {
    controller.start();
  }

  /** Why the autoscaler is scaled as it is, in sentences. */
  public String why(String namespace, String name) {
    return controller
        .explain(namespace, name)
        .map(explanation -> explanation.describe())
        .orElse("there is no autoscaler " + namespace + "/" + name);
  }

  /** Finishes what is being written and releases the Lease. */
  @Override
  public void close() {
    controller.close();
  }
}
