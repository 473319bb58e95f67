package dev.hpa.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Client of an API server with a bearer token. */
final class LabApi implements AutoCloseable {

  private final HttpClient http;
  private final String server;
  private final String token;

  /**
   * @param certificate certificate of the server, in PEM
   */
  LabApi(String server, Path certificate, String token)
      throws IOException, GeneralSecurityException {
    this.http = HttpClient.newBuilder().sslContext(trusting(certificate)).build();
    this.server = server;
    this.token = token;
  }

  private static SSLContext trusting(Path certificate)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream pem = Files.newInputStream(certificate)) {
      trusted.setCertificateEntry(
          "server",
          CertificateFactory.getInstance("X.509").generateCertificates(pem).iterator().next());
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }

  /** Returns whether the status is 200. */
  boolean answers(String path) throws InterruptedException {
    try {
      return exchange("GET", path, "application/json", "").statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return send("GET", path, "application/json", "");
  }

  JsonNode create(String collection, JsonNode object) throws IOException, InterruptedException {
    return send("POST", collection, "application/json", Json.text(object));
  }

  JsonNode replace(String path, JsonNode object) throws IOException, InterruptedException {
    return send("PUT", path, "application/json", Json.text(object));
  }

  JsonNode merge(String path, JsonNode change) throws IOException, InterruptedException {
    return send("PATCH", path, "application/merge-patch+json", Json.text(change));
  }

  JsonNode delete(String path) throws IOException, InterruptedException {
    return send("DELETE", path, "application/json", "");
  }

  private JsonNode send(String method, String path, String contentType, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> response = exchange(method, path, contentType, body);
    if (response.statusCode() >= 300) {
      throw new AssertionError(method + " " + path + ": " + response.body());
    }
    return Json.tree(response.body());
  }

  private HttpResponse<String> exchange(String method, String path, String contentType, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(server + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", contentType)
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  @Override
  public void close() {
    http.close();
  }
}
