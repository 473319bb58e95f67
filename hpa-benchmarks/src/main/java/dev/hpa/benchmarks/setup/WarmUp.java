package dev.hpa.benchmarks.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
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
 * being interpreted. What is written are autoscalers in a namespace that is gone afterwards.
 */
public final class WarmUp {

  /** Where it writes; nobody observes it. */
  static final String NAMESPACE = "warm-up";

  private static final String JSON = "application/json";
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String AUTOSCALERS = "horizontalpodautoscalers";
  private static final String OBJECTS =
      "/apis/autoscaling/v2/namespaces/" + NAMESPACE + "/" + AUTOSCALERS;
  private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1/namespaces/";
  private static final int PAGE = 500;
  private static final int MOST_PAGES = 20;
  private static final int LANES = 50;
  private static final int READS = 3000;
  private static final int WRITES = 6000;

  /** Pods in the answers of a round; where an answer has many, fewer of them do. */
  private static final int LISTED_PODS = 150_000;

  private static final String STATUS =
      """
      {"currentReplicas": 10, "desiredReplicas": 10, "lastScaleTime": "2026-01-01T00:00:00Z",
       "currentMetrics": [{"type": "Resource", "resource": {"name": "cpu",
        "current": {"averageUtilization": %1$d, "averageValue": "%1$dm"}}}],
       "conditions": [
        {"type": "AbleToScale", "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z",
         "reason": "ReadyForNewScale", "message": "recommended size matches current size"},
        {"type": "ScalingActive", "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z",
         "reason": "ValidMetricFound", "message": "the HPA was able to compute"},
        {"type": "ScalingLimited", "status": "False", "lastTransitionTime": "2026-01-01T00:00:00Z",
         "reason": "DesiredWithinRange", "message": "the desired count is within range"}]}
      """;

  /** What clients ask for once, to find out what there is. */
  private static final List<String> DISCOVERY =
      List.of(
          "/healthz",
          "/version",
          "/api",
          "/apis",
          "/api/v1",
          "/apis/apps/v1",
          "/apis/autoscaling/v2",
          "/apis/metrics.k8s.io/v1beta1");

  /** So many rounds in a row that are hardly cheaper than one before show that it is done. */
  private static final int ROUNDS_TO_BELIEVE = 2;

  private static final double HARDLY = 0.95;
  private static final int MOST_ROUNDS = 20;

  private final Population population;
  private Connection connection;

  private WarmUp(Connection connection, Population population) {
    this.connection = connection;
    this.population = population;
  }

  /**
   * Does it, round by round until they get no cheaper. It is not done as soon as the compilers are
   * quiet: they drop what they have not come to when nobody asks any more.
   *
   * @param cpu what the sandbox has used so far
   */
  public static void of(Connection connection, Population population, Supplier<Duration> cpu)
      throws IOException {
    new WarmUp(connection, population).untilSettled(cpu);
  }

  private void untilSettled(Supplier<Duration> cpu) throws IOException {
    send("POST", "/api/v1/namespaces", namespace());
    double cheapest = Double.MAX_VALUE;
    int hardlyCheaper = 0;
    for (int n = 0; n < MOST_ROUNDS && hardlyCheaper < ROUNDS_TO_BELIEVE; n++) {
      Duration before = cpu.get();
      round();
      double seconds = cpu.get().minus(before).toNanos() / 1e9;
      hardlyCheaper = seconds >= HARDLY * cheapest ? hardlyCheaper + 1 : 0;
      cheapest = Math.min(cheapest, seconds);
    }
    send("DELETE", "/api/v1/namespaces/" + NAMESPACE, Json.tree("{}"));
  }

  /** With connections of its own, because making one is something to be learnt, too. */
  private void round() throws IOException {
    connection = connection.another(Protocol.HTTP_2, Protocol.HTTP_1_1);
    for (int lane = 0; lane < LANES; lane++) {
      send("POST", OBJECTS, population.autoscaler(lane));
    }
    for (String form : List.of(JSON, PROTOBUF)) {
      for (String path : DISCOVERY) {
        get(path, form);
      }
      list("/apis/autoscaling/v2/" + AUTOSCALERS, form);
      list("/apis/apps/v1/deployments", form);
      list("/api/v1/pods", form);
    }
    List<Call> watches = List.of(watch(JSON), watch(PROTOBUF));
    inLanes(reads(READS, population.autoscalers()), this::readScaleAndMetrics);
    inLanes(reads(READS / 2, population.namespaces()), this::readNamespace);
    inLanes(WRITES, this::writeStatus);
    watches.forEach(Call::cancel);
    send("DELETE", OBJECTS, Json.tree("{}"));
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

  /** How many answers to ask for, where the pods are shared out among so many. */
  private int reads(int most, int among) {
    return Math.min(most, Math.max(1, LISTED_PODS / Math.max(1, population.pods() / among)));
  }

  private void readScaleAndMetrics(int number) throws IOException {
    int autoscaler = number % population.autoscalers();
    String namespace = Population.namespace(autoscaler % population.namespaces());
    String name = Population.name(autoscaler);
    get("/apis/apps/v1/namespaces/" + namespace + "/deployments/" + name + "/scale", form(number));
    String selector = "?labelSelector=app%3D" + name;
    get(metrics(namespace) + selector, form(number));
    for (String metric : population.externalNames()) {
      get(EXTERNAL + namespace + "/" + metric + selector, JSON);
    }
  }

  private void readNamespace(int number) throws IOException {
    get(metrics(Population.namespace(number % population.namespaces())), form(number));
  }

  private static String metrics(String namespace) {
    return "/apis/metrics.k8s.io/v1beta1/namespaces/" + namespace + "/pods";
  }

  /** Either has its turn. */
  private static String form(int number) {
    return number % 2 == 0 ? JSON : PROTOBUF;
  }

  private void writeStatus(int number) throws IOException {
    String path = OBJECTS + "/" + Population.name(number % LANES);
    ObjectNode autoscaler = (ObjectNode) Json.tree(get(path, JSON));
    autoscaler.withObject("/metadata").remove(List.of("resourceVersion", "managedFields"));
    autoscaler.set("status", Json.tree(STATUS.formatted(number)));
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
