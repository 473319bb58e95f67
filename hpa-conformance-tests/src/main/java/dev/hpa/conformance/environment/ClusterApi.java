package dev.hpa.conformance.environment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** A client of the API server with the credentials of a kubeconfig. Thread-safe. */
final class ClusterApi {

  private static final MediaType JSON = MediaType.get("application/json");
  private static final MediaType MERGE = MediaType.get("application/merge-patch+json");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final ApiClient client;
  private final OkHttpClient calls;
  private final OkHttpClient streams;

  private ClusterApi(ApiClient client) {
    this.client = client;
    OkHttpClient http = client.getHttpClient();
    this.calls = http.newBuilder().readTimeout(TIMEOUT).callTimeout(TIMEOUT).build();
    this.streams = http.newBuilder().readTimeout(Duration.ZERO).callTimeout(Duration.ZERO).build();
  }

  /**
   * @throws TestClusterException if the kubeconfig is unusable
   */
  static ClusterApi of(Path kubeconfig) throws TestClusterException {
    try (Reader reader = Files.newBufferedReader(kubeconfig, StandardCharsets.UTF_8)) {
      KubeConfig config = KubeConfig.loadKubeConfig(reader);
      config.setFile(kubeconfig.toAbsolutePath().toFile());
      ApiClient client = ClientBuilder.kubeconfig(config).build();
      HttpUrl.get(client.getBasePath());
      return new ClusterApi(client);
    } catch (IOException | RuntimeException unusable) {
      throw new TestClusterException(
          "kubeconfig \"%s\": not usable: %s".formatted(kubeconfig, reason(unusable)), unusable);
    }
  }

  /**
   * Returns a client with the service account of this pod.
   *
   * @throws TestClusterException if this process does not run in a pod
   */
  static ClusterApi inCluster() throws TestClusterException {
    try {
      return new ClusterApi(ClientBuilder.cluster().build());
    } catch (IOException | RuntimeException unusable) {
      throw new TestClusterException(
          "--in-cluster: no service account: %s; run the suite in a pod, or use --kubeconfig"
              .formatted(reason(unusable)),
          unusable);
    }
  }

  private static String reason(Exception unusable) {
    return unusable instanceof NoSuchFileException
        ? "file not found"
        : String.valueOf(unusable.getMessage()).lines().findFirst().orElse("");
  }

  /** Returns the URL of the API server. */
  String server() {
    return client.getBasePath();
  }

  JsonNode get(String path) throws IOException {
    return send("GET", path, null);
  }

  JsonNode create(String collection, JsonNode object) throws IOException {
    return send("POST", collection, RequestBody.create(Json.write(object), JSON));
  }

  JsonNode update(String path, JsonNode object) throws IOException {
    return send("PUT", path, RequestBody.create(Json.write(object), JSON));
  }

  JsonNode merge(String path, JsonNode change) throws IOException {
    return send("PATCH", path, RequestBody.create(Json.write(change), MERGE));
  }

  void delete(String path) throws IOException {
    send("DELETE", path + "?gracePeriodSeconds=0", null);
  }

  /** Deletes an object; ignores 404. */
  void deleteIfExists(String path) throws IOException {
    try {
      delete(path);
    } catch (RefusedException refusal) {
      if (refusal.code() != 404) {
        throw refusal;
      }
    }
  }

  /** Whether a GET of the path succeeds. */
  boolean answers(String path) {
    try {
      get(path);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private JsonNode send(String method, String path, @Nullable RequestBody body) throws IOException {
    try (Response response = calls.newCall(request(method, path, body, Map.of())).execute()) {
      byte[] answer = response.body().bytes();
      if (!response.isSuccessful()) {
        throw new RefusedException(
            response.code(),
            method + " " + path + ": " + new String(answer, StandardCharsets.UTF_8));
      }
      return parsed(answer);
    }
  }

  private static JsonNode parsed(byte[] answer) {
    try {
      return Json.tree(answer);
    } catch (RuntimeException noJson) {
      return Json.tree("{}");
    }
  }

  /**
   * Creates a call that forwards a request.
   *
   * @param headers headers without credentials
   */
  Call call(String method, String path, Map<String, String> headers, byte[] body, String type) {
    RequestBody content =
        body.length > 0 || List.of("POST", "PUT", "PATCH").contains(method)
            ? RequestBody.create(body, MediaType.parse(type))
            : null;
    return streams.newCall(request(method, path, content, headers));
  }

  private Request request(
      String method, String path, @Nullable RequestBody body, Map<String, String> headers) {
    Request.Builder request =
        new Request.Builder().url(client.getBasePath() + path).method(method, body);
    headers.forEach(request::header);
    Map<String, String> credentials = new HashMap<>();
    client
        .getAuthentications()
        .values()
        .forEach(
            each -> {
              try {
                each.applyToParams(List.of(), credentials, Map.of(), method, path, null);
              } catch (ApiException impossible) {
                throw new IllegalStateException(impossible);
              }
            });
    credentials.forEach(request::header);
    return request.build();
  }

  /**
   * Lists and watches a collection until the watch ends or the thread is interrupted.
   *
   * @param collection the path of the collection
   * @param each receives every listed object as an event of the type {@code LISTED}, then every
   *     watch event
   */
  void watch(String collection, Consumer<JsonNode> each) throws IOException {
    String join = collection.contains("?") ? "&" : "?";
    JsonNode list = get(collection);
    for (JsonNode item : list.path("items")) {
      each.accept(Json.mapper().createObjectNode().put("type", "LISTED").set("object", item));
    }
    String version = list.at("/metadata/resourceVersion").asText();
    try (Response response =
        streams
            .newCall(
                request(
                    "GET",
                    collection + join + "watch=true&resourceVersion=" + version,
                    null,
                    Map.of("Accept", "application/json")))
            .execute()) {
      var lines = response.body().source();
      for (String line = lines.readUtf8Line(); line != null; line = lines.readUtf8Line()) {
        each.accept(Json.tree(line));
      }
    }
  }
}
