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

/** An operator that scales by its number of open orders, without a metrics API. */
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
   * Creates the controller; it runs after {@link #start}.
   *
   * @param client client of the cluster, shared with the rest of the operator
   * @param openOrders returns the number of open orders
   * @param report receives a line for each scale event and each failure
   * @throws KubeconfigException if the connection settings of the client are invalid
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

  /** Receives the messages of the operator. */
  @FunctionalInterface
  public interface Report {

    /** Called with one message. */
    void line(String text);
  }

  /** Returns one series in milli-units for each query: 3 orders are 3000. */
  private Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    for (MetricQuery query : queries) {
      results.put(query, MetricReading.Series.of(List.of(openOrders.getAsLong() * 1000)));
    }
    return results;
  }

  /** Starts the controller, which scales while it holds the Lease. */
  public void start() {
    controller.start();
  }

  /** Explains the last decision about an autoscaler. */
  public String why(String namespace, String name) {
    return controller
        .explain(namespace, name)
        .map(explanation -> explanation.describe())
        .orElse("autoscaler \"" + namespace + "/" + name + "\" not found");
  }

  /** Completes pending writes and releases the Lease. */
  @Override
  public void close() {
    controller.close();
  }
}
