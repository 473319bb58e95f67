package dev.hpa.kube.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.kube.http.RateLimitWaitListener;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class VersionReadsTest {

  private final List<String> observed = new CopyOnWriteArrayList<>();
  private final RateLimitWaitListener observer =
      new RateLimitWaitListener() {
        @Override
        public void begun() {
          observed.add("begun");
        }

        @Override
        public void ended() {
          observed.add("ended");
        }
      };

  /** The deadline of the caller that has given up must not be extended by later waits. */
  @Test
  void anAbandonedReadReportsNoWaits() throws InterruptedException, ExecutionException {
    VersionReads reads = new VersionReads(Duration.ofMillis(1));
    CountDownLatch abandoned = new CountDownLatch(1);
    FutureTask<String> request =
        new FutureTask<>(
            () -> {
              RateLimitWaitListener own = RateLimitWaitListener.OBSERVER.get();
              own.begun();
              abandoned.await();
              own.ended();
              own.begun();
              own.ended();
              return "apps/v1";
            });
    assertThrows(
        KubernetesApiException.class,
        () ->
            ScopedValue.where(RateLimitWaitListener.OBSERVER, observer)
                .call(
                    () ->
                        reads.read(
                            "apps/v1",
                            read -> {
                              request.run();
                              return "apps/v1";
                            })));
    List<String> until = List.copyOf(observed);
    abandoned.countDown();
    request.get();
    assertEquals(List.of(), observed.subList(until.size(), observed.size()));
    assertEquals(
        observed.stream().filter("begun"::equals).count(),
        observed.stream().filter("ended"::equals).count());
  }
}
