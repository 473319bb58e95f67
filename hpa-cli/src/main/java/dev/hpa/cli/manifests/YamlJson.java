package dev.hpa.cli.manifests;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Converts a YAML document to the JSON that kubectl would send: values have the types of YAML 1.1,
 * keys are strings, aliases are expanded. Duplicate keys are preserved for strict decoding.
 */
final class YamlJson {

  /** Limits the expansion of nested aliases. */
  private static final int MOST_CHARACTERS = 32 << 20;

  /** JSON parsers reject longer numbers, and their conversion time is quadratic. */
  private static final int LONGEST_NUMBER = 1000;

  private static final Pattern SEXAGESIMAL = Pattern.compile(".*:.*");
  private static final double LARGEST_PLAIN = 1e21;
  private static final double SMALLEST_PLAIN = 1e-6;

  private final StringWriter text = new StringWriter();
  private final Map<String, Integer> lines = new HashMap<>();
  private final Set<Node> open = new HashSet<>();
  private final JsonGenerator out;
  private final int before;

  private YamlJson(int before) throws IOException {
    this.out = Json.mapper().createGenerator(text);
    this.before = before;
  }

  /**
   * The JSON of a document.
   *
   * @param before number of lines before the first line of the parser's input
   * @throws ManifestException if the document cannot be represented in JSON
   */
  static YamlJson of(Node node, int before) throws ManifestException {
    try {
      YamlJson json = new YamlJson(before);
      json.value(node, "");
      json.out.close();
      return json;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  String text() {
    return text.toString();
  }

  /** Lines by path. */
  Map<String, Integer> lines() {
    return lines;
  }

  private void value(Node node, String path) throws IOException, ManifestException {
    if (node instanceof ScalarNode scalar) {
      scalar(scalar, path);
      return;
    }
    if (!open.add(node)) {
      throw new ManifestException(path, "refers to itself");
    }
    if (text.getBuffer().length() > MOST_CHARACTERS) {
      throw new ManifestException(path, "is too large after the expansion of aliases");
    }
    if (node instanceof SequenceNode sequence) {
      sequence(sequence, path);
    } else if (node instanceof MappingNode mapping) {
      out.writeStartObject();
      for (NodeTuple member : members(mapping, path)) {
        member(member, path);
      }
      out.writeEndObject();
    }
    open.remove(node);
  }

  private void sequence(SequenceNode sequence, String path) throws IOException, ManifestException {
    out.writeStartArray();
    int index = 0;
    for (Node element : sequence.getValue()) {
      String name = path + "[" + index + "]";
      remember(name, element);
      value(element, name);
      index++;
    }
    out.writeEndArray();
  }

  private void member(NodeTuple member, String path) throws IOException, ManifestException {
    String key = key(member.getKeyNode(), path);
    String name = LineIndex.join(path, key);
    remember(name, member.getKeyNode());
    out.writeFieldName(key);
    value(member.getValueNode(), name);
  }

  private void remember(String path, Node node) {
    lines.putIfAbsent(path, before + node.getStartMark().getLine() + 1);
  }

  private static String key(Node key, String path) throws ManifestException {
    if (key instanceof ScalarNode scalar) {
      return scalar.getTag().equals(Tag.BOOL)
          ? String.valueOf(bool(scalar.getValue()))
          : scalar.getValue();
    }
    throw new ManifestException(path, "has a key that is not a string");
  }

  /** The entries including those of {@code <<}, which the mapping's own entries override. */
  private List<NodeTuple> members(MappingNode mapping, String path) throws ManifestException {
    List<NodeTuple> own = new ArrayList<>();
    List<NodeTuple> merged = new ArrayList<>();
    for (NodeTuple member : mapping.getValue()) {
      if (member.getKeyNode().getTag().equals(Tag.MERGE)) {
        merged.addAll(merged(member.getValueNode(), path));
      } else {
        own.add(member);
      }
    }
    if (merged.isEmpty()) {
      return own;
    }
    Set<String> names = new HashSet<>();
    for (NodeTuple member : own) {
      names.add(key(member.getKeyNode(), path));
    }
    for (NodeTuple member : merged) {
      if (names.add(key(member.getKeyNode(), path))) {
        own.add(member);
      }
    }
    return own;
  }

  private List<NodeTuple> merged(Node from, String path) throws ManifestException {
    if (!open.add(from)) {
      throw new ManifestException(path, "refers to itself");
    }
    List<NodeTuple> members = new ArrayList<>();
    if (from instanceof MappingNode mapping) {
      members.addAll(members(mapping, path));
    } else if (from instanceof SequenceNode sequence) {
      for (Node element : sequence.getValue()) {
        members.addAll(merged(element, path));
      }
    } else {
      throw new ManifestException(path, "merges a value that is not a mapping");
    }
    open.remove(from);
    return members;
  }

  private void scalar(ScalarNode scalar, String path) throws IOException, ManifestException {
    String value = scalar.getValue();
    Tag tag = scalar.getTag();
    if (value.length() > LONGEST_NUMBER && (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT))) {
      throw new ManifestException(
          path,
          "is a number of %d characters, more than the limit of %d; quote it if it is a string"
              .formatted(value.length(), LONGEST_NUMBER));
    }
    if (tag.equals(Tag.NULL)) {
      out.writeNull();
    } else if (tag.equals(Tag.BOOL)) {
      out.writeBoolean(bool(value));
    } else if (tag.equals(Tag.INT) && !SEXAGESIMAL.matcher(value).matches()) {
      out.writeNumber(integer(value, path));
    } else if (tag.equals(Tag.FLOAT) && !SEXAGESIMAL.matcher(value).matches()) {
      out.writeNumber(decimal(value, path));
    } else {
      out.writeString(value);
    }
  }

  private static boolean bool(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on" -> true;
      default -> false;
    };
  }

  private static BigInteger integer(String value, String path) throws ManifestException {
    String digits = value.replace("_", "").replace("+", "");
    boolean negative = digits.startsWith("-");
    String magnitude = negative ? digits.substring(1) : digits;
    try {
      BigInteger number =
          magnitude.startsWith("0x")
              ? new BigInteger(magnitude.substring(2), 16)
              : magnitude.startsWith("0b")
                  ? new BigInteger(magnitude.substring(2), 2)
                  : new BigInteger(
                      magnitude, magnitude.startsWith("0") && magnitude.length() > 1 ? 8 : 10);
      return negative ? number.negate() : number;
    } catch (NumberFormatException malformed) {
      throw new ManifestException(path, "\"" + value + "\" is not an integer");
    }
  }

  /** A number in Go's float64 format, without a zero fraction. */
  private static String decimal(String value, String path) throws ManifestException {
    try {
      double number = Double.parseDouble(value.replace("_", ""));
      if (Double.isFinite(number)) {
        double size = Math.abs(number);
        BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
        boolean plain = size == 0 || (size >= SMALLEST_PLAIN && size < LARGEST_PLAIN);
        return plain ? exact.toPlainString() : exact.toString().replace('E', 'e');
      }
    } catch (NumberFormatException malformed) {
      // reported below
    }
    throw new ManifestException(path, "\"" + value + "\" cannot be represented as a JSON number");
  }
}
