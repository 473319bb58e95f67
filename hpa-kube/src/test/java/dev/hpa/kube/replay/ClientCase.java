package dev.hpa.kube.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.kube.content.ContentType;
import dev.hpa.vectors.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A recorded case: calls of one client with their HTTP exchanges. */
public final class ClientCase {

  private final JsonNode recorded;

  private ClientCase(JsonNode recorded) {
    this.recorded = recorded;
  }

  /** Reads a file of cases, such as {@code clients/scale.ndjson}. */
  public static List<ClientCase> read(Vectors vectors, String file) {
    try (Stream<String> lines = vectors.lines(file)) {
      return lines.map(line -> new ClientCase(Json.tree(line))).toList();
    }
  }

  /**
   * Returns the case with a text replaced in its requests, responses and results, to replay it for
   * another version of an API with the same types. Binary bodies remain as they are.
   */
  public ClientCase replace(String text, String replacement) {
    return new ClientCase(Json.tree(recorded.toString().replace(text, replacement)));
  }

  /** Whether a response has a binary body. */
  public boolean hasBinaryBody() {
    return !recorded.findValues("bodyBase64").isEmpty();
  }

  /** Returns the name, unique in its file. */
  public String name() {
    return recorded.path("name").asText();
  }

  /** Returns the content type that the client requests. */
  ContentType form() {
    return ContentType.named(recorded.path("contentType").asText("application/json")).orElseThrow();
  }

  /** Returns the operations of its calls. */
  public Set<String> operations() {
    return steps().stream().map(step -> step.call().operation()).collect(Collectors.toSet());
  }

  List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    if (recorded.has("steps")) {
      recorded.path("steps").forEach(each -> steps.add(new Step(each)));
    } else {
      steps.add(new Step(recorded));
    }
    return steps;
  }

  /** Whether discovery responses are delayed; then the client's caches did not expire. */
  boolean hasSlowDiscovery() {
    return steps().stream()
        .flatMap(step -> step.exchanges().stream())
        .anyMatch(exchange -> exchange.isDiscovery() && exchange.isSlow());
  }

  /** One call. */
  record Step(JsonNode recorded) {

    long atMs() {
      return recorded.path("atMs").asLong();
    }

    ClientCall call() {
      return new ClientCall(recorded.path("call"));
    }

    JsonNode result() {
      return recorded.path("result");
    }

    List<Exchange> exchanges() {
      List<Exchange> exchanges = new ArrayList<>();
      recorded.path("exchanges").forEach(each -> exchanges.add(new Exchange(each)));
      return exchanges;
    }
  }
}
