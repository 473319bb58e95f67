package dev.hpa.controller;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.discovery.ServerRelease;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for an API server that is not available yet, as kube-controller-manager does. */
final class ServerWait {

  private static final Logger LOG = LoggerFactory.getLogger(ServerWait.class);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /**
   * With little CPU the first request takes long for reasons of this process: its classes are
   * loaded and TLS is set up.
   */
  private static final int MIN_ATTEMPTS = 3;

  private ServerWait() {}

  /** A request that fails while the server is not available. */
  private interface Request<T> {

    T send(KubernetesApi api) throws KubernetesApiException;
  }

  /**
   * Waits until the server is healthy.
   *
   * @throws KubernetesApiException the last failure, if it is not healthy within 10 s and three
   *     attempts of at most 10 s
   */
  static void healthy(ClusterConnection connection, Timeline timeline)
      throws InterruptedException, KubernetesApiException {
    await(
        connection,
        timeline,
        "the API server is not healthy yet: {}",
        api ->
            api.call(
                ApiRequest.get(
                    "/healthz",
                    Map.of(),
                    ApiRequest.Subject.NONE,
                    ApiRequest.ResponseFormat.SELF_DESCRIBING),
                body -> body.readAllBytes()));
  }

  /**
   * Reads the release of the server.
   *
   * @throws KubernetesApiException the last failure, if it does not answer within 10 s and three
   *     attempts of at most 10 s
   * @throws CancellationException if the thread is interrupted
   */
  static ServerRelease release(ClusterConnection connection, Timeline timeline)
      throws KubernetesApiException {
    try {
      return await(
          connection, timeline, "the API server does not answer yet: {}", ServerRelease::read);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("reading the version of the API server");
    }
  }

  private static <T> T await(
      ClusterConnection connection, Timeline timeline, String warning, Request<T> request)
      throws InterruptedException, KubernetesApiException {
    HttpKubernetesApi api = HttpKubernetesApi.withoutRetries(connection, TIMEOUT);
    Instant until = timeline.now().plus(TIMEOUT);
    for (int attempts = 1; ; attempts++) {
      try {
        return request.send(api);
      } catch (KubernetesApiException failure) {
        LOG.warn(warning, failure.text());
        if (attempts >= MIN_ATTEMPTS && !timeline.now().isBefore(until)) {
          throw failure;
        }
      }
      timeline.sleep(INTERVAL);
    }
  }
}
