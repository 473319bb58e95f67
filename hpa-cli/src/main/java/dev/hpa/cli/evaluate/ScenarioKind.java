package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A kind a scenario's cluster has.
 *
 * @param versions in how many versions the recorded cluster had the kind with a scale; a scale that
 *     cannot be read is asked for once for each
 */
public record ScenarioKind(String group, String kind, String plural, int versions) {

  String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** The resource as aggregated discovery tells it. */
  JsonNode discovered() {
    ObjectNode resource = JsonNodeFactory.instance.objectNode();
    resource.put("resource", plural).put("scope", "Namespaced");
    resource.putObject("responseKind").put("group", group).put("version", "v1").put("kind", kind);
    return resource;
  }
}
