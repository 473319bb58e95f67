package dev.hpa.kube.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import java.io.IOException;

/** Objects in YAML. */
final class YamlObject {

  private static final YAMLMapper YAML = new YAMLMapper();

  private YamlObject() {}

  static byte[] toJson(byte[] body) throws IOException {
    try {
      JsonNode tree = YAML.readTree(body);
      return Json.write(tree.isMissingNode() ? NullNode.instance : tree);
    } catch (IOException noYaml) {
      throw new IOException("yaml: " + noYaml.getMessage(), noYaml);
    }
  }
}
