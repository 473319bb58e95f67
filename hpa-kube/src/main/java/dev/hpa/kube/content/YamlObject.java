package dev.hpa.kube.content;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.hpa.api.Json;
import dev.hpa.api.ResponseMemory;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Objects in YAML. */
final class YamlObject {

  private static final YAMLFactory YAML = new YAMLFactory();

  /** An array takes so many times what was written to it, while it grows. */
  private static final int GROWTH = 3;

  private YamlObject() {}

  /**
   * Copies value by value: a tree of short values would take fifty times the memory of its text.
   */
  static byte[] toJson(byte[] body) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    try (JsonParser in = YAML.createParser(body);
        JsonGenerator out = Json.mapper().createGenerator(counted(json))) {
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

  /** Counts what it takes among the memory of the response. */
  private static OutputStream counted(ByteArrayOutputStream json) {
    return new FilterOutputStream(json) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        ResponseMemory.take(GROWTH * length);
        out.write(bytes, offset, length);
      }
    };
  }
}
