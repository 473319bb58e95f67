package dev.hpa.controller.world;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A metric provider of a vendor in all replicas, which knows the loads, and may misbehave. */
final class Parcels implements MetricProvider {

  static final String NAME = "parcels";
  static final String ROUTE = "external:parcels-*=" + NAME;

  private static final String PREFIX = "parcels-";

  private final Workloads workloads;
  private Conduct conduct = Conduct.FINE;
  private CountDownLatch over = new CountDownLatch(0);

  /** What it does with a query. */
  enum Conduct {
    FINE,
    THROWS,
    THROWS_ERROR,
    HANGS,
    HANGS_IN_SPITE_OF_INTERRUPTS,
    ANSWERS_NOTHING,
    ANSWERS_OTHER_KIND
  }

  Parcels(Workloads workloads) {
    this.workloads = workloads;
  }

  /** From now on. */
  void misbehave(Conduct next) {
    conduct = next;
    over.countDown();
    over = new CountDownLatch(1);
  }

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    return switch (conduct) {
      case FINE -> answers(queries);
      case THROWS -> throw new IllegalStateException("no parcels");
      case THROWS_ERROR -> throw new LinkageError("no parcels");
      case HANGS -> {
        hang(false);
        yield answers(queries);
      }
      case HANGS_IN_SPITE_OF_INTERRUPTS -> {
        hang(true);
        yield answers(queries);
      }
      case ANSWERS_NOTHING -> Map.of();
      case ANSWERS_OTHER_KIND -> {
        Map<MetricQuery, MetricResult> others = new HashMap<>();
        queries.forEach(each -> others.put(each, MetricReading.PodValues.of(List.of())));
        yield others;
      }
    };
  }

  private void hang(boolean isDeaf) {
    CountDownLatch until = over;
    while (until.getCount() > 0) {
      try {
        until.await();
      } catch (InterruptedException ended) {
        if (!isDeaf) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("interrupted");
        }
      }
    }
  }

  private Map<MetricQuery, MetricResult> answers(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> answers = new HashMap<>();
    for (MetricQuery each : queries) {
      if (each instanceof MetricQuery.ExternalMetric external) {
        Integer load = load(external.namespace(), external.metric().substring(PREFIX.length()));
        if (load != null) {
          answers.put(each, MetricReading.Series.of(List.of(load * 1000L)));
        }
      }
    }
    return answers;
  }

  private @Nullable Integer load(String namespace, String name) {
    return workloads.all().stream()
        .filter(each -> each.key.namespace().equals(namespace) && each.key.name().equals(name))
        .findFirst()
        .map(each -> each.load)
        .orElse(null);
  }
}
