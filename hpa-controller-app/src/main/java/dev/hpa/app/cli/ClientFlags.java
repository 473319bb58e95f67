package dev.hpa.app.cli;

import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.content.ContentType;
import picocli.CommandLine.Option;

/** Rate limits and content type of the API client. */
final class ClientFlags {

  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  @Option(
      names = "--kube-api-qps",
      paramLabel = "NUMBER",
      converter = GoNumbers.Float32.class,
      defaultValue = "20",
      description =
          "Sustained requests per second of each kind of client; 0 or less disables the"
              + " limit (default: ${DEFAULT-VALUE}).")
  private double requestsPerSecond;

  @Option(
      names = "--kube-api-burst",
      paramLabel = "N",
      converter = GoNumbers.Int32.class,
      defaultValue = "30",
      description = "Burst of requests of each kind of client (default: ${DEFAULT-VALUE}).")
  private int burst;

  @Option(
      names = "--kube-api-content-type",
      paramLabel = "TYPE",
      defaultValue = PROTOBUF,
      description =
          "Content type in which pods, autoscalers, scales and metrics are requested; a server may"
              + " answer in JSON. The status of an autoscaler is written in the content type in"
              + " which it was received, everything else in JSON (default: ${DEFAULT-VALUE}).")
  private String contentType = "";

  /** The options that these flags set. */
  ClientOptions options() {
    if (requestsPerSecond > 0 && burst <= 0) {
      throw new UsageException(
          "burst is required to be greater than 0 when RateLimiter is not set and QPS is set to"
              + " greater than 0; give --kube-api-burst, or --kube-api-qps=0 for no limit");
    }
    return new ClientOptions(
        requestsPerSecond,
        burst,
        contentType.equals(PROTOBUF) ? ContentType.PROTOBUF : ContentType.JSON);
  }
}
