package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.content.ContentType;
import dev.hpa.spi.ApiRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottleTest {

  private static final String SCALE = "/apis/apps/v1/namespaces/a/deployments/web/scale";
  private static final String METRICS = "/apis/metrics.k8s.io/v1beta1/namespaces/a/pods";

  private final VirtualTimeline time = new VirtualTimeline(Instant.EPOCH);

  private boolean isInterrupted;

  private Throttle throttle(double requestsPerSecond, int burst) {
    return new Throttle(
        new ClientOptions(requestsPerSecond, burst, ContentType.JSON), new PassingTime());
  }

  private double afterSending(Throttle throttle, String path, int requests) throws Exception {
    for (int i = 0; i < requests; i++) {
      throttle.await(ApiRequest.get(path, Map.of(), ApiRequest.Subject.NONE));
    }
    return Duration.between(Instant.EPOCH, time.now()).toMillis() / 1000.0;
  }

  @Test
  void aBurstGoesAtOnceAndTheRestAtTheRate() throws Exception {
    Throttle throttle = throttle(20, 30);
    assertEquals(0, afterSending(throttle, SCALE, 30));
    assertEquals(1, afterSending(throttle, SCALE, 20));
  }

  @Test
  void aBucketFillsUpAgainButNotBeyondItsSize() throws Exception {
    Throttle throttle = throttle(10, 5);
    afterSending(throttle, SCALE, 5);
    time.advance(Duration.ofSeconds(100));
    assertEquals(100, afterSending(throttle, SCALE, 5));
    assertEquals(100.1, afterSending(throttle, SCALE, 1));
  }

  /** Tenants choose the names of metrics and of objects. */
  @ParameterizedTest
  @Tag("security")
  @ValueSource(
      strings = {
        "/apis/external.metrics.k8s.io/v1beta1/namespaces/a/scale",
        "/apis/custom.metrics.k8s.io/v1beta1/namespaces/a/pods/*/scale",
        "/apis/custom.metrics.k8s.io/v1beta1/namespaces/a/services/web/scale",
        "/api/v1/namespaces/kube-system/services/http:heapster:/proxy/api/v1/model/scale",
        "/apis/apps/v1/namespaces/a/replicasets/scale",
        "/apis/autoscaling/v2/namespaces/a/horizontalpodautoscalers/scale",
        "/api/v1/namespaces/a/pods/scale"
      })
  void noNameTakesTheRequestsOfScales(String path) throws Exception {
    Throttle throttle = throttle(1, 1);
    afterSending(throttle, SCALE, 1);
    assertEquals(0, afterSending(throttle, path, 1));
    assertEquals(1, afterSending(throttle, path, 1));
    assertEquals(1, afterSending(throttle, SCALE, 1));
    assertEquals(
        2, afterSending(throttle, "/api/v1/namespaces/a/replicationcontrollers/web/scale", 1));
  }

  @Test
  void kindsOfClientsDoNotWaitForEachOther() throws Exception {
    Throttle throttle = throttle(1, 1);
    afterSending(throttle, SCALE, 1);
    assertEquals(0, afterSending(throttle, METRICS, 1));
    assertEquals(0, afterSending(throttle, "/api/v1/namespaces/a/events", 1));
    assertEquals(1, afterSending(throttle, SCALE, 1));
  }

  @Test
  void noRateIsNoLimit() throws Exception {
    assertEquals(0, afterSending(throttle(0, 1), SCALE, 1000));
    assertEquals(0, afterSending(throttle(-1, 0), SCALE, 1000));
  }

  @Test
  void anInterruptedWaitGivesItsPlaceBack() throws Exception {
    Throttle throttle = throttle(1, 1);
    afterSending(throttle, SCALE, 1);
    isInterrupted = true;
    assertThrows(InterruptedException.class, () -> afterSending(throttle, SCALE, 1));
    isInterrupted = false;
    assertEquals(1, afterSending(throttle, SCALE, 1));
  }

  /** Sleeping lets the time pass. */
  private final class PassingTime implements Timeline {
    @Override
    public Instant now() {
      return time.now();
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
      return time.schedule(delay, task);
    }

    @Override
    public Duration toReal(Duration duration) {
      return Duration.ZERO;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      if (isInterrupted) {
        throw new InterruptedException();
      }
      time.advance(duration);
    }

    @Override
    public void close() {}
  }
}
