package dev.hpa.controller.state;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;

/**
 * Reads the state of one autoscaler from a stream. What is too large or too deep is read to its end
 * but not kept. Used once.
 */
final class SavedTree {

  private static final int DEEPEST = 8;

  /** The approximate sizes of nodes in memory, in bytes. */
  static final int OBJECT = 120;

  private static final int ARRAY = 80;
  static final int FIELD = 64;
  private static final int ELEMENT = 8;
  static final int VALUE = 40;

  private final JsonParser in;
  private final JsonNodeFactory nodes = JsonNodeFactory.instance;
  private long size;
  private boolean isRefused;

  /**
   * @param in at the first token of the value
   */
  SavedTree(JsonParser in) {
    this.in = in;
  }

  /** Reads the value; meaningless if it {@link #isRefused}. */
  JsonNode read() throws IOException {
    return value(0);
  }

  /** The size of a value when it is read, in bytes. */
  static long size(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT ->
          OBJECT
              + value.properties().stream()
                  .mapToLong(each -> sizeOfField(each.getKey(), each.getValue()))
                  .sum();
      case ARRAY -> {
        long size = ARRAY;
        for (JsonNode element : value) {
          size += ELEMENT + size(element);
        }
        yield size;
      }
      case STRING -> sizeOfText(value.textValue());
      default -> VALUE;
    };
  }

  static long sizeOfField(String name, JsonNode value) {
    return FIELD + 2L * name.length() + size(value);
  }

  static long sizeOfText(String text) {
    return VALUE + 2L * text.length();
  }

  /** Whether the value was not kept. */
  boolean isRefused() {
    return isRefused;
  }

  /** The approximate size of what is kept, in bytes. */
  long size() {
    return size;
  }

  private void add(long bytes) {
    size += bytes;
    isRefused |= size > Limit.SAVED_BYTES.asInt();
  }

  private JsonNode value(int depth) throws IOException {
    JsonToken token = in.currentToken();
    if (token == null) {
      throw new IOException("it is incomplete");
    }
    isRefused |= depth > DEEPEST;
    if (isRefused) {
      in.skipChildren();
      return NullNode.instance;
    }
    return switch (token) {
      case START_OBJECT -> object(depth);
      case START_ARRAY -> array(depth);
      case VALUE_STRING -> {
        add(VALUE + 2L * in.getTextLength());
        yield isRefused ? NullNode.instance : nodes.textNode(in.getText());
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
      case VALUE_TRUE, VALUE_FALSE -> nodes.booleanNode(token == JsonToken.VALUE_TRUE);
      default -> NullNode.instance;
    };
  }

  private JsonNode number() throws IOException {
    add(VALUE);
    return switch (in.getNumberType()) {
      case INT -> nodes.numberNode(in.getIntValue());
      case LONG -> nodes.numberNode(in.getLongValue());
      case DOUBLE -> nodes.numberNode(in.getDoubleValue());
      default -> {
        isRefused = true;
        yield NullNode.instance;
      }
    };
  }

  private JsonNode object(int depth) throws IOException {
    ObjectNode object = nodes.objectNode();
    add(OBJECT);
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      add(FIELD + 2L * name.length());
      in.nextToken();
      JsonNode value = value(depth + 1);
      if (!isRefused) {
        object.set(name, value);
      }
    }
    return object;
  }

  private JsonNode array(int depth) throws IOException {
    ArrayNode array = nodes.arrayNode();
    add(ARRAY);
    while (in.nextToken() != JsonToken.END_ARRAY) {
      add(ELEMENT);
      JsonNode value = value(depth + 1);
      if (!isRefused) {
        array.add(value);
      }
    }
    return array;
  }
}
