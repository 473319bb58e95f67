package dev.hpa.kube.content;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.hpa.api.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Objects in YAML. */
final class YamlObject {

  private static final YAMLFactory YAML = new YAMLFactory();

  private YamlObject() {}

  /**
   * Copies value by value: a tree of short values would take fifty times the memory of its text.
   */
  static byte[] toJson(byte[] body) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    try (JsonParser in = YAML.createParser(body);
        JsonGenerator out = Json.mapper().createGenerator(json)) {
      if (in.nextToken() == null) {
        out.writeNull();
      } else {
        out.copyCurrentStructure(in);
      }
    } catch (IOException noYaml) {
      throw new IOException("yaml: " + noYaml.getMessage(), noYaml);
    }
    return json.toByteArray();
  }
}
