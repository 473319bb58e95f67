package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import dev.hpa.simulation.PodShape;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Defaults and validation of pod specs, of pods and of templates. */
final class PodTemplates {

  private PodTemplates() {}

  static void setDefaults(ObjectNode podSpec) {
    putIfAbsent(podSpec, "restartPolicy", "Always");
    putIfAbsent(podSpec, "dnsPolicy", "ClusterFirst");
    putIfAbsent(podSpec, "schedulerName", "default-scheduler");
    if (!podSpec.has("terminationGracePeriodSeconds")) {
      podSpec.put("terminationGracePeriodSeconds", 30);
    }
    if (!podSpec.has("securityContext")) {
      podSpec.putObject("securityContext");
    }
    for (String list : new String[] {"initContainers", "containers"}) {
      for (JsonNode container : podSpec.path(list)) {
        if (container instanceof ObjectNode each) {
          setContainerDefaults(each);
        }
      }
    }
  }

  private static void setContainerDefaults(ObjectNode container) {
    String image = container.path("image").asText("");
    boolean latest =
        !image.substring(image.lastIndexOf('/') + 1).contains(":") || image.endsWith(":latest");
    putIfAbsent(container, "imagePullPolicy", latest ? "Always" : "IfNotPresent");
    putIfAbsent(container, "terminationMessagePath", "/dev/termination-log");
    putIfAbsent(container, "terminationMessagePolicy", "File");
    for (JsonNode port : container.path("ports")) {
      if (port instanceof ObjectNode each) {
        putIfAbsent(each, "protocol", "TCP");
      }
    }
    container.withObject("/resources");
    PodShape.defaultRequests(container);
  }

  static void check(JsonNode podSpec, String path, List<Cause> causes) {
    if (podSpec.path("containers").isEmpty()) {
      causes.add(Cause.required(path + ".containers", ""));
    }
    Set<String> names = new HashSet<>();
    int index = 0;
    for (JsonNode container : podSpec.path("containers")) {
      String place = path + ".containers[" + index++ + "]";
      checkContainer(container, place, causes);
      String name = container.path("name").asText("");
      if (!name.isEmpty() && !names.add(name)) {
        causes.add(Cause.duplicate(place + ".name", "\"" + name + "\""));
      }
    }
  }

  private static void checkContainer(JsonNode container, String path, List<Cause> causes) {
    if (container.path("name").asText("").isEmpty()) {
      causes.add(Cause.required(path + ".name", ""));
    }
    if (container.path("image").asText("").isEmpty()) {
      causes.add(Cause.required(path + ".image", ""));
    }
    for (String kind : new String[] {"limits", "requests"}) {
      container
          .path("resources")
          .path(kind)
          .properties()
          .forEach(
              e -> checkQuantity(e.getValue(), path + ".resources." + kind + "." + e.getKey()));
    }
    checkRequests(container.path("resources"), path + ".resources.requests", causes);
  }

  private static void checkRequests(JsonNode resources, String path, List<Cause> causes) {
    for (Map.Entry<String, JsonNode> request : resources.path("requests").properties()) {
      JsonNode limit = resources.path("limits").path(request.getKey());
      String asked = request.getValue().asText();
      if (!limit.isMissingNode()
          && Quantity.parse(asked).compareTo(Quantity.parse(limit.asText())) > 0) {
        causes.add(
            Cause.invalid(
                path,
                "\"" + asked + "\"",
                "must be less than or equal to %s limit of %s"
                    .formatted(request.getKey(), limit.asText())));
      }
    }
  }

  /** Real API servers reject an invalid quantity while decoding, before validation. */
  private static void checkQuantity(JsonNode value, String path) {
    try {
      Quantity.parse(value.asText());
    } catch (QuantityFormatException failure) {
      throw StatusException.badRequest(
          path + ": \"" + value.asText() + "\": " + failure.getMessage());
    }
  }

  static void putIfAbsent(ObjectNode node, String field, String value) {
    if (!node.hasNonNull(field)) {
      node.put(field, value);
    }
  }
}
