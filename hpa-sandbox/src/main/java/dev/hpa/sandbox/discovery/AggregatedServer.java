package dev.hpa.sandbox.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** The server behind an APIService. Two instances are equal when they connect in the same way. */
public final class AggregatedServer {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int DEFAULT_PORT = 443;
  private static final Set<String> FORWARDED_HEADERS =
      Set.of("retry-after", "warning", "vary", "etag");

  private final JsonNode service;
  private final boolean unverified;
  private final String authorities;
  private final HttpClient http;

  private AggregatedServer(JsonNode service, boolean unverified, String authorities) {
    this.service = service;
    this.unverified = unverified;
    this.authorities = authorities;
    this.http =
        HttpClient.newBuilder()
            .sslContext(trusting(unverified, authorities))
            .connectTimeout(TIMEOUT)
            .build();
  }

  /** The server of the spec of an APIService. */
  public static AggregatedServer of(JsonNode spec) {
    return new AggregatedServer(
        spec.path("service").deepCopy(),
        spec.path("insecureSkipTLSVerify").asBoolean(),
        spec.path("caBundle").asText(""));
  }

  private static SSLContext trusting(boolean unverified, String authorities) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          null,
          unverified ? new TrustManager[] {new TrustAllCertificates()} : only(authorities),
          null);
      return context;
    } catch (GeneralSecurityException | IOException | IllegalArgumentException unusable) {
      throw StatusException.badRequest("spec.caBundle: " + unusable.getMessage());
    }
  }

  private static TrustManager[] only(String authorities)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    int number = 0;
    byte[] pem = Base64.getMimeDecoder().decode(authorities);
    for (var each :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(pem))) {
      trusted.setCertificateEntry("authority-" + number++, each);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory.getTrustManagers();
  }

  /** Accepts every certificate, for {@code insecureSkipTLSVerify}. */
  private static final class TrustAllCertificates extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /**
   * Proxies a request.
   *
   * @throws StatusException if the server cannot be reached
   */
  ApiResponse answer(Cluster cluster, ApiRequest call) {
    return forwarded(
        http, address(cluster) + call.rawPath(), call, each -> identify(each, call.user()));
  }

  /**
   * Sends a request to another server.
   *
   * @param url without the query
   * @param more adds headers
   * @throws StatusException if the server cannot be reached
   */
  static ApiResponse forwarded(
      HttpClient http, String url, ApiRequest call, Consumer<HttpRequest.Builder> more) {
    String query =
        call.query().entrySet().stream()
            .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
            .collect(Collectors.joining("&"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + (query.isEmpty() ? "" : "?" + query)))
            .timeout(TIMEOUT)
            .method(call.method(), BodyPublishers.ofByteArray(call.body()));
    setIfAny(request, "Accept", call.accept());
    setIfAny(request, "Content-Type", call.contentType());
    setIfAny(request, "User-Agent", call.client());
    more.accept(request);
    HttpResponse<byte[]> response = send(http, request.build());
    return new ApiResponse.Whole(
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(ApiResponse.JSON),
        response.body(),
        response.headers().map().entrySet().stream()
            .filter(each -> FORWARDED_HEADERS.contains(each.getKey()))
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().getFirst())));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void setIfAny(HttpRequest.Builder request, String name, String value) {
    if (!value.isEmpty()) {
      request.setHeader(name, value);
    }
  }

  private static void identify(HttpRequest.Builder request, User user) {
    request.setHeader("X-Remote-User", user.name());
    user.groups().forEach(group -> request.header("X-Remote-Group", group));
  }

  /**
   * Reads the discovery of a group version.
   *
   * @throws StatusException if the server does not return it
   */
  List<ApiGroups.Resource> resources(Cluster cluster, String group, String version) {
    HttpResponse<byte[]> response =
        send(
            http,
            HttpRequest.newBuilder(URI.create(address(cluster) + "/apis/" + group + "/" + version))
                .timeout(TIMEOUT)
                .setHeader("Accept", ApiResponse.JSON)
                .build());
    if (response.statusCode() != 200) {
      throw unavailable();
    }
    return resources(response.body());
  }

  private static List<ApiGroups.Resource> resources(byte[] body) {
    List<ApiGroups.Resource> resources = new ArrayList<>();
    for (JsonNode each : parsed(body).path("resources")) {
      resources.add(
          new ApiGroups.Resource(
              each.path("name").asText(),
              each.path("singularName").asText(),
              each.path("kind").asText(),
              each.path("namespaced").asBoolean(),
              texts(each.path("verbs")),
              texts(each.path("shortNames")),
              texts(each.path("categories")),
              List.of(),
              false,
              ""));
    }
    return resources;
  }

  private static JsonNode parsed(byte[] body) {
    try {
      return Json.tree(body);
    } catch (RuntimeException malformed) {
      throw unavailable();
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private String address(Cluster cluster) {
    StoredObject found =
        cluster.find(
            ResourceTypes.SERVICES,
            new ObjectKey(service.path("namespace").asText(), service.path("name").asText()));
    JsonNode spec = found == null ? service.path("spec") : found.tree().path("spec");
    if (!spec.path("type").asText().equals("ExternalName")) {
      throw unavailable();
    }
    return "https://"
        + spec.path("externalName").asText()
        + ":"
        + service.path("port").asInt(DEFAULT_PORT);
  }

  private static HttpResponse<byte[]> send(HttpClient http, HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofByteArray());
    } catch (IOException unreachable) {
      throw unavailable();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw unavailable();
    }
  }

  private static StatusException unavailable() {
    return StatusException.of(
        503, "ServiceUnavailable", "the server is currently unable to handle the request");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AggregatedServer that
        && service.equals(that.service)
        && unverified == that.unverified
        && authorities.equals(that.authorities);
  }

  @Override
  public int hashCode() {
    return service.hashCode();
  }
}
