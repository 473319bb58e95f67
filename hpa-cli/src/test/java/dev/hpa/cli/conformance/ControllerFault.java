package dev.hpa.cli.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A defect that is added to the controller: other flags, or other requests. */
enum ControllerFault {

  /** A flag has the wrong unit. */
  WIDE_TOLERANCE("--horizontal-pod-autoscaler-tolerance", "0.3"),

  /** The stabilization window of HPAs without their own is ignored. */
  NO_STABILIZATION("--horizontal-pod-autoscaler-downscale-stabilization", "0s"),

  /** No event is sent. */
  NO_EVENTS("", "") {
    @Override
    Optional<JsonNode> request(String method, String path, JsonNode body) {
      return path.contains("/events") && !method.equals("GET")
          ? Optional.empty()
          : Optional.of(body);
    }
  },

  /** The status is built without one of its fields. */
  NO_LAST_SCALE_TIME("", "") {
    @Override
    Optional<JsonNode> request(String method, String path, JsonNode body) {
      if (isStatus(method, path)) {
        ((ObjectNode) body.path("status")).remove("lastScaleTime");
      }
      return Optional.of(body);
    }
  },

  /** Each result is rounded up twice. */
  ONE_REPLICA_TOO_MANY("", "") {
    @Override
    Optional<JsonNode> request(String method, String path, JsonNode body) {
      if (method.equals("PUT") && path.endsWith("/scale")) {
        ObjectNode spec = (ObjectNode) body.path("spec");
        spec.put("replicas", spec.path("replicas").asInt() + 1);
      }
      return Optional.of(body);
    }
  },

  /** Messages, and reasons that only optional rules mention, are different. */
  OTHER_WORDS("", "") {
    @Override
    Optional<JsonNode> request(String method, String path, JsonNode body) {
      if (isStatus(method, path)) {
        for (JsonNode each : body.at("/status/conditions")) {
          ObjectNode condition = (ObjectNode) each;
          condition.put("message", NOTE + each.path("message").asText());
          String reason = each.path("reason").asText();
          if (OPTIONAL_REASONS.contains(reason)) {
            condition.put("reason", OTHER + reason);
          }
        }
      } else if (path.contains("/events") && body.has("message")) {
        ((ObjectNode) body).put("message", NOTE + body.path("message").asText());
      }
      return Optional.of(body);
    }

    // The controller must find the status that it wrote, or it would write it in each sync.
    @Override
    String response(String path, String text) {
      return path.contains("/horizontalpodautoscalers")
          ? text.replaceAll("\"message\":\\s*\"" + NOTE, "\"message\":\"")
              .replaceAll("\"reason\":\\s*\"" + OTHER, "\"reason\":\"")
          : text;
    }
  };

  private static final String NOTE = "note: ";
  private static final String OTHER = "Other";
  private static final Set<String> OPTIONAL_REASONS =
      Set.of(
          "SucceededGetScale",
          "ReadyForNewScale",
          "ScaleDownStabilized",
          "ScaleUpStabilized",
          "SucceededRescale",
          "TooManyReplicas",
          "TooFewReplicas",
          "DesiredWithinRange");

  private final String flag;
  private final String value;

  /**
   * @param flag the flag that is set to another value; empty for none
   */
  ControllerFault(String flag, String value) {
    this.flag = flag;
    this.value = value;
  }

  /** Returns the fault with this name. */
  static ControllerFault named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns the flags of the controller with the faulty one replaced. */
  List<String> flags(List<String> words) {
    return words.stream()
        .map(word -> !flag.isEmpty() && word.startsWith(flag + "=") ? flag + "=" + value : word)
        .toList();
  }

  /**
   * Changes a request.
   *
   * @return the body to send; empty to pretend that the API server accepted the request
   */
  Optional<JsonNode> request(String method, String path, JsonNode body) {
    return Optional.of(body);
  }

  /** Changes a response: a whole body, or one line of a watch. */
  String response(String path, String text) {
    return text;
  }

  private static boolean isStatus(String method, String path) {
    return method.equals("PUT")
        && path.contains("/horizontalpodautoscalers/")
        && path.endsWith("/status");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
