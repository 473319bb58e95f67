package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A kind of a scenario's cluster.
 *
 * @param versions number of versions that have a scale subresource in the recorded cluster; a
 *     failing read of a scale is sent once per version
 */
public record ScenarioKind(String group, String kind, String plural, int versions) {

  String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** The resource in aggregated discovery. */
  JsonNode discovered() {
    ObjectNode resource = JsonNodeFactory.instance.objectNode();
    resource.put("resource", plural).put("scope", "Namespaced");
    resource.putObject("responseKind").put("group", group).put("version", "v1").put("kind", kind);
    return resource;
  }
}
