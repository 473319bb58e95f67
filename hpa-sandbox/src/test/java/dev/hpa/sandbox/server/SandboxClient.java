package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.sandbox.Sandbox;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** An HTTP client that is configured from the kubeconfig only. */
final class SandboxClient implements AutoCloseable {

  static final String JSON = "application/json";
  static final String MERGE = "application/merge-patch+json";
  static final String STRATEGIC = "application/strategic-merge-patch+json";
  static final String JSON_PATCH = "application/json-patch+json";
  static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient http;
  private final String server;
  private final String token;

  SandboxClient(Sandbox sandbox) {
    this(sandbox, HttpClient.Version.HTTP_1_1);
  }

  SandboxClient(Sandbox sandbox, HttpClient.Version version) {
    try {
      JsonNode config = new YAMLMapper().readTree(sandbox.kubeconfig());
      JsonNode cluster = config.at("/clusters/0/cluster");
      this.server = cluster.path("server").asText();
      this.token = config.at("/users/0/user/token").asText();
      this.http =
          HttpClient.newBuilder()
              .version(version)
              .sslContext(
                  trusting(
                      Base64.getDecoder()
                          .decode(cluster.path("certificate-authority-data").asText())))
              .build();
    } catch (IOException | GeneralSecurityException failure) {
      throw new IllegalStateException(failure);
    }
  }

  SandboxClient(int port, String authority, String token) {
    this.server = "https://127.0.0.1:" + port;
    this.token = token;
    try {
      this.http =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .sslContext(trusting(authority.getBytes(StandardCharsets.UTF_8)))
              .build();
    } catch (IOException | GeneralSecurityException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private SandboxClient(SandboxClient other, String token) {
    this.http = other.http;
    this.server = other.server;
    this.token = token;
  }

  /** A client with another token on the same connections. */
  SandboxClient as(String other) {
    return new SandboxClient(this, other);
  }

  private static SSLContext trusting(byte[] authority)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "sandbox",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(authority)));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** A response with its body as bytes. */
  record Reply(HttpResponse<byte[]> response) {

    int code() {
      return response.statusCode();
    }

    byte[] bytes() {
      return response.body();
    }

    String text() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    JsonNode json() {
      return Json.tree(response.body());
    }

    String message() {
      return json().path("message").asText();
    }

    String reason() {
      return json().path("reason").asText();
    }

    String header(String name) {
      return String.join("|", response.headers().allValues(name));
    }

    String version() {
      return json().at("/metadata/resourceVersion").asText();
    }

    @Override
    public String toString() {
      return code() + " " + text();
    }
  }

  Reply get(String path) {
    return send("GET", path, JSON, null, null);
  }

  Reply get(String path, String accept) {
    return send("GET", path, accept, null, null);
  }

  /** Bodies use single quotes, here and below. */
  Reply post(String path, String body) {
    return send("POST", path, JSON, JSON, quoted(body));
  }

  Reply put(String path, String body) {
    return send("PUT", path, JSON, JSON, quoted(body));
  }

  /** Sends a text unchanged. */
  Reply putText(String path, String text) {
    return send("PUT", path, null, "text/plain", text.getBytes(StandardCharsets.UTF_8));
  }

  Reply patch(String path, String type, String body) {
    return send("PATCH", path, JSON, type, quoted(body));
  }

  Reply delete(String path) {
    return send("DELETE", path, JSON, null, null);
  }

  Reply delete(String path, String body) {
    return send("DELETE", path, JSON, JSON, quoted(body));
  }

  /** Parses an object with single quotes. */
  static ObjectNode tree(String body) {
    return (ObjectNode) Json.tree(quoted(body));
  }

  static byte[] quoted(String body) {
    return body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  Reply send(
      String method,
      String path,
      @Nullable String accept,
      @Nullable String type,
      byte @Nullable [] body) {
    return send(request(path, "Bearer " + token), method, accept, type, body);
  }

  private Reply send(
      HttpRequest.Builder request,
      String method,
      @Nullable String accept,
      @Nullable String type,
      byte @Nullable [] body) {
    if (accept != null) {
      request.header("Accept", accept);
    }
    if (type != null) {
      request.header("Content-Type", type);
    }
    request.method(
        method,
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofByteArray(body));
    return send(request.build());
  }

  /** Sends any request with any headers. */
  Reply send(String method, String path, Map<String, String> headers, byte @Nullable [] body) {
    HttpRequest.Builder request = request(path, "Bearer " + token);
    headers.forEach(request::header);
    return send(request, method, null, null, body);
  }

  /** The response with its body as a stream. */
  HttpResponse<InputStream> stream(String path, Map<String, String> headers) {
    HttpRequest.Builder request = request(path, "Bearer " + token);
    headers.forEach(request::header);
    try {
      return http.send(request.GET().build(), BodyHandlers.ofInputStream());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stop);
    }
  }

  /** A GET with another Authorization header, or without one. */
  Reply getAs(@Nullable String authorization, String path) {
    return send(request(path, authorization).GET().build());
  }

  private HttpRequest.Builder request(String path, @Nullable String authorization) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path));
    request.timeout(PATIENCE);
    return authorization == null ? request : request.header("Authorization", authorization);
  }

  private Reply send(HttpRequest request) {
    try {
      return new Reply(http.send(request, BodyHandlers.ofByteArray()));
    } catch (IOException failure) {
      throw new UncheckedIOException(request.method() + " " + request.uri(), failure);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stop);
    }
  }

  /** Opens a watch in JSON. */
  Events watch(String path) {
    return watch(path, JSON);
  }

  Events watch(String path, String accept) {
    HttpRequest request = request(path, "Bearer " + token).header("Accept", accept).GET().build();
    try {
      return new Events(http.send(request, BodyHandlers.ofInputStream()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stop);
    }
  }

  /** The events of a watch; each call waits for the next one. */
  static final class Events implements AutoCloseable {

    private final InputStream body;
    private final BufferedReader lines;
    private final int code;

    private Events(HttpResponse<InputStream> response) {
      this.code = response.statusCode();
      this.body = response.body();
      this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    int code() {
      return code;
    }

    /** The next event, or null at the end of the watch. */
    @Nullable JsonNode next() {
      try {
        String line = lines.readLine();
        return line == null ? null : Json.tree(line);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    /** The type of the next event and the name of its object. */
    String brief() {
      JsonNode event = next();
      return event == null
          ? "end"
          : event.path("type").asText() + " " + event.at("/object/metadata/name").asText("-");
    }

    @Override
    public void close() {
      try {
        body.close();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
