package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.sandbox.faults.Fault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The log of a whole controller while many autoscalers fail permanently and others begin to fail.
 */
class FailureLogLoopTest {

  private static final int BROKEN = 8;
  private static final int WORKING = 12;
  private static final Duration LONG = Duration.ofMinutes(3);

  private final Logger log = Logger.getLogger("dev.hpa.controller.reconcile.FailureLog");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler = new Lines();
  private final OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS);

  FailureLogLoopTest() throws Exception {}

  private final class Lines extends Handler {
    private final SimpleFormatter formatter = new SimpleFormatter();

    @Override
    public void publish(LogRecord line) {
      lines.add(formatter.formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void startWithBrokenAutoscalers() throws Exception {
    log.setLevel(Level.INFO);
    log.addHandler(handler);
    for (int i = 0; i < WORKING; i++) {
      cluster.deployment("web" + i, 1, 10);
    }
    cluster.run(LONG);
    for (int i = 0; i < BROKEN; i++) {
      cluster.autoscaler("broken" + i, "absent" + i);
    }
    for (int i = 0; i < WORKING; i++) {
      cluster.autoscaler("web" + i, "web" + i);
    }
    cluster.run(LONG);
  }

  @AfterEach
  void stop() throws Exception {
    log.removeHandler(handler);
    log.setLevel(null);
    cluster.close();
  }

  private boolean isLogged(String... parts) {
    return lines.stream().anyMatch(line -> List.of(parts).stream().allMatch(line::contains));
  }

  @Test
  void autoscalersThatFailAlikeShareTheirLines() {
    assertTrue(isLogged("failed to query scale subresource", "\"absent"), lines.toString());
    assertTrue(
        isLogged("failing for this cause: " + BROKEN + " of " + (BROKEN + WORKING) + " HPAs"),
        lines.toString());
    assertTrue(lines.size() <= 3, lines.toString());
  }

  @Test
  void aLostMetricsApiIsLoggedWithTheNumberOfAutoscalersAndItsEnd() throws Exception {
    lines.clear();
    cluster
        .sandbox
        .faults()
        .add(Fault.parse("error:code=503,path=/apis/custom.metrics.k8s.io/**,for=3m"));
    cluster.run(LONG.multipliedBy(2));
    String text = "the server is currently unable to handle the request";
    assertTrue(isLogged(text, WORKING + " HPAs"), lines.toString());
    assertTrue(isLogged(WORKING + " HPAs: recovered after", text), lines.toString());
  }

  @Test
  void aLostRightToWriteStatusesIsLogged() throws Exception {
    cluster
        .sandbox
        .faults()
        .add(
            Fault.parse(
                "error:code=403,for=3m,path=/apis/autoscaling/v2/namespaces/*/horizontalpodautoscalers/*/status"));
    lines.clear();
    for (int i = 0; i < WORKING; i++) {
      cluster.hits("web" + i, 40);
    }
    cluster.run(LONG.multipliedBy(2));
    assertTrue(isLogged("failed to update status for web", "forbidden"), lines.toString());
    assertTrue(isLogged(WORKING + " HPAs: recovered after", "status"), lines.toString());
    assertEquals(4, cluster.replicas("web0"), "scales are written nevertheless");
  }
}
