package dev.hpa.app.cli;

import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.content.ContentType;

/** Rate limits and content type of the API client. */
public final class ClientFlags extends FlagGroup {

  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  private final Flag<Double> requestsPerSecond =
      flag(
          "kube-api-qps",
          "NUMBER",
          FlagTypes.FLOAT32,
          "20",
          "Sustained requests per second of each kind of client; 0 or less disables the"
              + " limit (default: ${DEFAULT-VALUE}).");

  private final Flag<Integer> burst =
      number(
          "kube-api-burst",
          "30",
          "Burst of requests of each kind of client (default: ${DEFAULT-VALUE}).");

  private final Flag<String> contentType =
      text(
          "kube-api-content-type",
          "TYPE",
          PROTOBUF,
          "Content type in which pods, HPAs, scales and metrics are requested; a server may"
              + " answer in JSON. The status of an HPA is written in the content type in"
              + " which it was received, everything else in JSON (default: ${DEFAULT-VALUE}).");

  /**
   * The options that these flags set.
   *
   * @throws UsageException if the burst is not positive although there is a limit
   */
  public ClientOptions options() {
    if (requestsPerSecond.get() > 0 && burst.get() <= 0) {
      throw new UsageException(
          "burst is required to be greater than 0 when RateLimiter is not set and QPS is set to"
              + " greater than 0; give --kube-api-burst, or --kube-api-qps=0 for no limit");
    }
    return new ClientOptions(
        requestsPerSecond.get(),
        burst.get(),
        contentType.get().equals(PROTOBUF) ? ContentType.PROTOBUF : ContentType.JSON);
  }
}
