package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HpaStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.versions.HpaVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShadowStatisticsTest {

  private static final HpaStatus STATUS =
      HpaVersion.V2
          .decode(
              """
              {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
               "spec": {"maxReplicas": 3, "scaleTargetRef": {"kind": "Deployment", "name": "web"}},
               "status": {"currentReplicas": 3, "desiredReplicas": 5}}
              """)
          .status();

  private final Logger logger = Logger.getLogger(ShadowStatistics.class.getName());
  private final List<String> lines = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private static final NamespacedName WEB = new NamespacedName("shop", "web");

  private final ShadowStatistics statistics = new ShadowStatistics(true, () -> "tolerance 0.30");

  ShadowStatisticsTest() {
    logger.setLevel(Level.INFO);
    logger.addHandler(handler);
  }

  @AfterEach
  void close() {
    logger.removeHandler(handler);
    logger.setLevel(null);
  }

  @Test
  void eachDifferenceIsAStructuredWarning() {
    statistics.differ(WEB, new Difference(3, 5, 3, STATUS, STATUS));
    assertEquals(1, lines.size());
    assertTrue(
        lines
            .getFirst()
            .startsWith(
                "WARNING \"Decision differs (shadow mode)\" HPA=\"shop/web\""
                    + " kind=\"only_active_scales\" replicas=3 active=5 shadow=3"
                    + " explainedBy=\"tolerance 0.30\""),
        lines.getFirst());
  }

  @Test
  void theSummaryCountsSinceTheLastOne() {
    statistics.knows(WEB);
    statistics.knows(new NamespacedName("shop", "api"));
    statistics.agree(WEB);
    statistics.summarize();
    statistics.agree(WEB);
    statistics.differ(WEB, new Difference(3, 5, 3, STATUS, STATUS));
    statistics.summarize();
    assertEquals(
        "INFO \"Compared decisions (shadow mode)\" decisions=1 differ=0 autoscalers=2 agree=1"
            + " notCompared=1",
        lines.getFirst());
    assertEquals(
        "INFO \"Compared decisions (shadow mode)\" decisions=2 differ=1 autoscalers=2 agree=0"
            + " notCompared=1",
        lines.get(2));
    assertEquals(
        "INFO \"Differences (shadow mode)\" total=1 explainedBy=\"tolerance 0.30\"",
        lines.getLast());
  }
}
