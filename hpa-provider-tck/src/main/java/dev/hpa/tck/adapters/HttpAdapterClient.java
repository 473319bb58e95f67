package dev.hpa.tck.adapters;

import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The client of an adapter at a URL. Thread-safe. */
public final class HttpAdapterClient implements AdapterClient, AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final String server;
  private final @Nullable String token;
  private final HttpClient client;

  /**
   * @param url the URL, with or without a trailing slash
   * @param token the bearer token, or null to send none
   * @param authority a PEM file of the certificates to trust, or null for the default trust store
   *     of the JVM
   * @throws IllegalArgumentException if the file contains no certificates
   */
  public HttpAdapterClient(URI url, @Nullable String token, @Nullable Path authority) {
    this.server = url.toString().replaceFirst("/$", "");
    this.token = token;
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(TIMEOUT);
    if (authority != null) {
      builder.sslContext(trusting(authority));
    }
    if ("http".equals(url.getScheme())) {
      // Without TLS the client would ask for an upgrade to HTTP/2, which kubectl proxy rejects.
      builder.version(HttpClient.Version.HTTP_1_1);
    }
    this.client = builder.build();
  }

  /**
   * Creates the client from system properties: {@code adapter.url} (required), {@code
   * adapter.token-file} and {@code adapter.ca}.
   *
   * @throws IllegalArgumentException if a property is missing or unusable
   */
  public static HttpAdapterClient fromSystemProperties() {
    String tokenFile = System.getProperty("adapter.token-file");
    String authority = System.getProperty("adapter.ca");
    return new HttpAdapterClient(
        URI.create(property("adapter.url")),
        tokenFile == null ? null : text(Path.of(tokenFile)).strip(),
        authority == null ? null : Path.of(authority));
  }

  /**
   * Returns a required system property.
   *
   * @throws IllegalArgumentException if it is not set
   */
  public static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalArgumentException(name + ": not set; add -D" + name + "=…");
    }
    return value;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static SSLContext trusting(Path authority) {
    try (InputStream pem = Files.newInputStream(authority)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        trusted.setCertificateEntry("authority-" + trusted.size(), each);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException failure) {
      throw new IllegalArgumentException(
          "file \"%s\": no readable certificates: %s".formatted(authority, failure.getMessage()),
          failure);
    }
  }

  @Override
  public AdapterResponse get(ApiRequest request) throws IOException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(server + request.target()))
            .timeout(TIMEOUT)
            .header("Accept", "application/json, */*");
    if (token != null) {
      builder.header("Authorization", "Bearer " + token);
    }
    try {
      HttpResponse<String> response =
          client.send(builder.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
      return new AdapterResponse(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          response.body());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + request.target());
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
