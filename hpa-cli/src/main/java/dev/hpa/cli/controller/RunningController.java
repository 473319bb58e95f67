package dev.hpa.cli.controller;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.UserCluster;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpService;
import dev.hpa.kube.client.KubeconfigChoice;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.TlsFailures;
import dev.hpa.kube.http.TransportResponse;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The running controller that a command asks: at its debug address, or at its port, which
 * authenticates callers as the API server does.
 */
public final class RunningController {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Explanations are limited; this is a multiple of the largest. */
  private static final int MAX_RESPONSE_BYTES = 64 << 20;

  @Option(
      names = "--controller",
      paramLabel = "ADDRESS",
      description =
          "The running controller: HOST:PORT of its --debug-address, or https://HOST:PORT of its"
              + " port, which receives the credentials of the kubeconfig.")
  private @Nullable String address;

  @Option(
      names = "--controller-ca",
      paramLabel = "FILE",
      description =
          "Certificates that verify that of the controller's port, in PEM (default: those of the"
              + " system).")
  private @Nullable Path authority;

  @Option(
      names = "--controller-server-name",
      paramLabel = "NAME",
      description =
          "Name in the certificate of the controller's port, such as"
              + " hpa-controller.hpa-system.svc behind a port-forward (default: the host of"
              + " --controller).")
  private String serverName = "";

  @Option(
      names = "--controller-insecure",
      description =
          "Do not verify the certificate of the controller's port. Any program that listens at the"
              + " address receives the credentials.")
  private boolean isInsecure;

  @Option(
      names = "--controller-token-file",
      paramLabel = "FILE",
      description =
          "File of a bearer token for the controller's port, such as one of kubectl create token"
              + " (default: the credentials of the kubeconfig).")
  private @Nullable Path tokenFile;

  /** Whether a controller is to be asked. */
  public boolean isGiven() {
    if (address == null
        && (authority != null || tokenFile != null || isInsecure || !serverName.isEmpty())) {
      throw new UsageException(
          "--controller-ca, --controller-server-name, --controller-insecure,"
              + " --controller-token-file: have no effect without --controller https://HOST:PORT");
    }
    return address != null;
  }

  /**
   * The explanation of an HPA by the controller, with the history of its decisions.
   *
   * @param cluster whose credentials the port of the controller receives
   * @throws UsageException if the options are not usable
   * @throws KubeconfigException if the kubeconfig is not usable
   * @throws IOException if the controller does not answer, or does not have the HPA
   */
  public JsonNode explanation(UserCluster cluster, NamespacedName autoscaler)
      throws IOException, KubeconfigException {
    URI uri = uri();
    String path = "/debug/autoscalers/" + autoscaler;
    Answer answer = isSecure(uri) ? secured(cluster, path) : plain(uri, path);
    if (answer.code() == 404) {
      throw new IOException("the controller at " + uri + " has no HPA " + autoscaler);
    }
    requireAccess(answer.code(), "/debug/autoscalers/*", answer.body());
    try {
      JsonNode tree = Json.tree(answer.body());
      if (tree.has("error")) {
        throw new IOException("the controller at " + uri + ": " + tree.path("error").asText());
      }
      return tree;
    } catch (JsonFormatException noJson) {
      throw new IOException(uri + " is not the address of a controller", noJson);
    }
  }

  /**
   * Connects to the port of the controller.
   *
   * @throws UsageException if the options are not usable, or name the debug address
   * @throws KubeconfigException if the kubeconfig is not usable
   */
  public ClusterConnection connect(UserCluster cluster, Timeline timeline)
      throws KubeconfigException {
    URI uri = uri();
    if (!isSecure(uri)) {
      throw new UsageException(
          "--controller: \"%s\" is not the port of a controller; write https://HOST:PORT, such as"
                  .formatted(address)
              + " https://127.0.0.1:10257");
    }
    if (isInsecure && authority != null) {
      throw new UsageException(
          "--controller-insecure, --controller-ca: exclude each other; remove one of them");
    }
    return cluster.open(
        new KubeconfigChoice.Server(uri.toString(), authority, isInsecure, serverName, tokenFile),
        timeline);
  }

  /**
   * Requires that a response of the controller's port is no refusal.
   *
   * @param paths what the caller needs access to
   * @param body of the response
   * @throws IOException if it is; what to do
   */
  public void requireAccess(int code, String paths, String body) throws IOException {
    if (code == 401) {
      throw new IOException(
          "the controller at "
              + address
              + " rejects the credentials; log in to its cluster, or give --controller-token-file");
    }
    if (code == 403 && body.contains("\\\"system:anonymous\\\"")) {
      throw new IOException(
          "the controller at %s treats you as anonymous; outside a pod it needs".formatted(address)
              + " --authentication-kubeconfig and --authorization-kubeconfig, see"
              + " docs/serving-port.md");
    }
    if (code == 403) {
      throw new IOException(
          "the controller at %s refuses access; grant the verb get for the path %s, see %s"
              .formatted(address, paths, "docs/serving-port.md"));
    }
  }

  /** A failure to reach the controller, with what to do. */
  public IOException unreachable(IOException failure) {
    if (TlsFailures.untrusted(failure) != null) {
      return new IOException(
          "the controller at %s has a certificate that cannot be verified (%s); give --controller-ca"
                  .formatted(address, cause(failure))
              + " FILE, with --controller-server-name if its name is another, or"
              + " --controller-insecure",
          failure);
    }
    if (failure instanceof SSLException) {
      return new IOException(
          "the controller at %s: the TLS handshake failed: %s; is it a port with TLS?"
              .formatted(address, cause(failure)),
          failure);
    }
    return failure instanceof ConnectException
        ? new IOException(
            "no controller responds at " + address + "; forward its port with kubectl port-forward",
            failure)
        : new IOException("the controller at " + address + ": " + failure.getMessage(), failure);
  }

  private static String cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null ? String.valueOf(failure.getMessage()) : cause(cause);
  }

  private record Answer(int code, String body) {}

  private Answer secured(UserCluster cluster, String path) throws IOException, KubeconfigException {
    try (Timeline timeline = Timeline.real();
        ClusterConnection connection = connect(cluster, timeline);
        TransportResponse response = connection.get(path, TIMEOUT)) {
      byte[] body = response.body().readNBytes(MAX_RESPONSE_BYTES + 1);
      if (body.length > MAX_RESPONSE_BYTES) {
        throw new IOException("the response is larger than " + MAX_RESPONSE_BYTES + " bytes");
      }
      return new Answer(response.code(), new String(body, StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw unreachable(failure);
    }
  }

  private static Answer plain(URI controller, String path) throws IOException {
    try (HttpService server =
        new HttpService(controller.toString(), HttpService.Tls.DEFAULT, MAX_RESPONSE_BYTES)) {
      HttpService.Response response =
          server.get(path, Map.of("Accept", "application/json"), TIMEOUT);
      return new Answer(response.code(), response.text());
    } catch (ConnectException unreachable) {
      throw new IOException(
          "no controller responds at " + controller + "; start it with --debug-address HOST:PORT",
          unreachable);
    } catch (IOException | TimeoutException failure) {
      String text = String.valueOf(failure.getMessage());
      throw new IOException(
          "the controller at %s: %s%s"
              .formatted(
                  controller,
                  text,
                  text.startsWith("malformed HTTP")
                      ? "; if it is the port with TLS, write https://"
                      : ""),
          failure);
    }
  }

  private static boolean isSecure(URI uri) {
    return "https".equals(uri.getScheme());
  }

  private URI uri() {
    String text = String.valueOf(address);
    try {
      URI uri = new URI(text.contains("://") ? text : "http://" + text);
      if (uri.getHost() != null && ("http".equals(uri.getScheme()) || isSecure(uri))) {
        return uri;
      }
    } catch (URISyntaxException malformed) {
      // Reported below, as any other text that is no address.
    }
    throw new UsageException(
        "--controller: \""
            + text
            + "\" is not an address; write HOST:PORT, such as 127.0.0.1:10258, or"
            + " https://HOST:PORT, such as https://127.0.0.1:10257");
  }
}
