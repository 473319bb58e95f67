package dev.hpa.benchmarks.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * Asks a sandbox for all that controllers ask for, in JSON and in protobuf, so that Java has
 * compiled how it answers before the first of them is measured: a real API server does not begin by
 * being interpreted. What is written is an autoscaler in a namespace that is gone afterwards.
 */
public final class WarmUp {

  /** Where it writes; nobody observes it. */
  static final String NAMESPACE = "warm-up";

  private static final String JSON = "application/json";
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String AUTOSCALERS = "horizontalpodautoscalers";
  private static final int PAGE = 500;
  private static final int MOST_PAGES = 20;
  private static final int LANES = 8;
  private static final int ROUNDS = 6;
  private static final int READS = 6000;
  private static final int WRITES = 12_000;

  private final Connection connection;
  private final Population population;

  private WarmUp(Connection connection, Population population) {
    this.connection = connection;
    this.population = population;
  }

  /** Does it, which takes some twenty seconds. */
  public static void of(Connection connection, Population population) throws IOException {
    new WarmUp(connection.another(Protocol.HTTP_2, Protocol.HTTP_1_1), population).run();
  }

  private void run() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      for (String form : List.of(JSON, PROTOBUF)) {
        list("/apis/autoscaling/v2/" + AUTOSCALERS, form);
        list("/apis/apps/v1/deployments", form);
        list("/api/v1/pods", form);
      }
    }
    inLanes(READS, this::readScaleAndMetrics);
    String objects = "/apis/autoscaling/v2/namespaces/" + NAMESPACE + "/" + AUTOSCALERS;
    send("POST", "/api/v1/namespaces", namespace());
    for (int lane = 0; lane < LANES; lane++) {
      send("POST", objects, population.autoscaler(lane));
    }
    List<Call> watches = List.of(watch(JSON), watch(PROTOBUF));
    inLanes(WRITES, number -> writeStatus(objects, number));
    watches.forEach(Call::cancel);
    send("DELETE", objects, Json.tree("{}"));
    send("DELETE", "/api/v1/namespaces/" + NAMESPACE, Json.tree("{}"));
  }

  /** Some pages of JSON, the first in protobuf: the rest teaches nothing new. */
  private void list(String path, String form) throws IOException {
    String token = "";
    for (int page = 0; page < MOST_PAGES; page++) {
      String query = "?limit=" + PAGE + (token.isEmpty() ? "" : "&continue=" + token);
      byte[] body = get(path + query, form);
      token = form.equals(JSON) ? Json.tree(body).at("/metadata/continue").asText("") : "";
      if (token.isEmpty()) {
        return;
      }
    }
  }

  private void readScaleAndMetrics(int number) throws IOException {
    int autoscaler = number % population.autoscalers();
    String namespace = Population.namespace(autoscaler % population.namespaces());
    String name = Population.name(autoscaler);
    String form = number % 2 == 0 ? JSON : PROTOBUF;
    get("/apis/apps/v1/namespaces/" + namespace + "/deployments/" + name + "/scale", form);
    String metrics = "/apis/metrics.k8s.io/v1beta1/namespaces/" + namespace + "/pods";
    get(metrics + "?labelSelector=app%3D" + name, form);
    if (number < population.namespaces()) {
      get(metrics, form);
    }
  }

  private void writeStatus(String objects, int number) throws IOException {
    String path = objects + "/" + Population.name(number % LANES);
    ObjectNode autoscaler = (ObjectNode) Json.tree(get(path, JSON));
    autoscaler.withObject("/metadata").remove(List.of("resourceVersion", "managedFields"));
    autoscaler.withObject("/status").put("currentReplicas", number).put("desiredReplicas", number);
    send("PUT", path + "/status", autoscaler);
  }

  /** Follows all autoscalers until it is cancelled. */
  private Call watch(String form) {
    String path = "/apis/autoscaling/v2/" + AUTOSCALERS + "?watch=true";
    Call call =
        connection.call(connection.request(path).header("Accept", form + ", " + JSON).build());
    call.enqueue(
        new Callback() {
          @Override
          public void onResponse(Call answered, Response response) {
            try (response) {
              response.body().byteStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException cancelled) {
              // That is how it ends.
            }
          }

          @Override
          public void onFailure(Call failed, IOException failure) {
            // It is of no use then, and harms nothing.
          }
        });
    return call;
  }

  private static JsonNode namespace() {
    return Json.tree(
        "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\"}}"
            .formatted(NAMESPACE));
  }

  private byte[] get(String path, String form) throws IOException {
    return answer(connection.request(path).header("Accept", form + ", " + JSON).build());
  }

  private void send(String method, String path, JsonNode body) throws IOException {
    RequestBody json = RequestBody.create(Json.write(body), MediaType.get(JSON));
    answer(connection.request(path).method(method, json).build());
  }

  private byte[] answer(Request request) throws IOException {
    try (Response response = connection.call(request).execute()) {
      byte[] body = response.body().bytes();
      if (!response.isSuccessful()) {
        throw new IOException(
            "the sandbox answered %s %s with %d: %s"
                .formatted(
                    request.method(), request.url(), response.code(), new String(body, UTF_8)));
      }
      return body;
    }
  }

  /** Something done with a number. */
  private interface Step {
    void with(int number) throws IOException;
  }

  /** Of two numbers that belong to one lane the second has its turn after the first. */
  private static void inLanes(int count, Step step) throws IOException {
    List<Callable<Void>> lanes =
        IntStream.range(0, LANES)
            .<Callable<Void>>mapToObj(
                lane ->
                    () -> {
                      for (int number = lane; number < count; number += LANES) {
                        step.with(number);
                      }
                      return null;
                    })
            .toList();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> lane : threads.invokeAll(lanes)) {
        lane.get();
      }
    } catch (ExecutionException failure) {
      throw new IOException("the sandbox cannot be warmed up", failure.getCause());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the sandbox was warmed up", stopping);
    }
  }
}
