package dev.hpa.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.core.Decider;
import dev.hpa.core.Trace;
import dev.hpa.core.options.Mode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The published schema has each field and each constant of {@link Trace}, and no others. With
 * {@code -Dhpa.docs.rewrite=true} the constants are written; a field needs its description.
 */
class TraceSchemaTest {

  private static final Path SCHEMA =
      Path.of(System.getProperty("hpa.root"), "docs/trace.schema.json");

  private static final boolean REWRITES = Boolean.getBoolean("hpa.docs.rewrite");

  private final Set<Class<?>> compared = new HashSet<>();
  private final List<String> differences = new ArrayList<>();

  @Test
  void describesTheTraceCompletely() throws Exception {
    JsonNode root = new ObjectMapper().readTree(SCHEMA.toFile());
    compare(Trace.class, root, root, "trace");
    if (REWRITES) {
      DefaultIndenter lines = new DefaultIndenter("  ", "\n");
      PrettyPrinter printer =
          new DefaultPrettyPrinter(
                  Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER))
              .withObjectIndenter(lines)
              .withArrayIndenter(lines);
      Files.writeString(SCHEMA, new ObjectMapper().writer(printer).writeValueAsString(root) + "\n");
    }

    assertEquals(
        List.of(),
        differences,
        "docs/trace.schema.json differs from Trace; -Dhpa.docs.rewrite=true adds constants");
    assertTrue(
        compared.containsAll(List.of(Decider.Adjustment.class, Mode.class, Trace.Forecast.class)),
        compared.toString());
  }

  private void compare(Type type, JsonNode found, JsonNode root, String place) {
    JsonNode schema = found.has("$ref") ? root.at(found.path("$ref").asText().substring(1)) : found;
    if (type instanceof ParameterizedType list) {
      compare(list.getActualTypeArguments()[0], schema.path("items"), root, place + "[]");
    } else if (type instanceof Class<?> each && each.isEnum()) {
      compared.add(each);
      if (REWRITES && schema.has("enum")) {
        ArrayNode constants = ((ObjectNode) schema).putArray("enum");
        Stream.of(each.getEnumConstants()).map(TraceSchemaTest::word).forEach(constants::add);
      }
      same(
          place,
          Stream.of(each.getEnumConstants()).map(TraceSchemaTest::word),
          schema.path("enum").valueStream().map(JsonNode::asText));
    } else if (type instanceof Class<?> each && each.isRecord() && schema.has("properties")) {
      compared.add(each);
      List<RecordComponent> fields =
          Stream.of(each.getRecordComponents())
              .filter(field -> !field.getName().equals("isAdditional"))
              .toList();
      same(
          place,
          fields.stream().map(RecordComponent::getName),
          schema.path("properties").propertyStream().map(Map.Entry::getKey));
      for (RecordComponent field : fields) {
        compare(
            field.getGenericType(),
            schema.path("properties").path(field.getName()),
            root,
            place + "." + field.getName());
      }
    }
  }

  private static String word(Object constant) {
    return TraceJson.word((Enum<?>) constant);
  }

  private void same(String place, Stream<String> trace, Stream<String> schema) {
    Set<String> expected = trace.collect(Collectors.toCollection(TreeSet::new));
    Set<String> documented = schema.collect(Collectors.toCollection(TreeSet::new));
    if (!expected.equals(documented)) {
      differences.add(place + ": " + expected + " are documented as " + documented);
    }
  }
}
