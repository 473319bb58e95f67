package dev.hpa.kube.content;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.hpa.api.GoQuote;
import dev.hpa.api.Json;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Converts a YAML document of {@link YamlNodes} to the JSON that kubectl would send: keys are
 * strings, aliases are expanded. Duplicate keys are preserved for strict decoding.
 */
public final class YamlJson {

  private static final Node NOTHING =
      new ScalarNode(Tag.NULL, "", null, null, DumperOptions.ScalarStyle.PLAIN);

  /** go-yaml v2 accepts any aliases in smaller documents. */
  private static final int MIN_VALUES = 1000;

  /** As in go-yaml v2: of more values than these the fewest may come from aliases. */
  private static final int FEW_VALUES = 400_000;

  private static final int MANY_VALUES = 4_000_000;
  private static final double MAX_SHARE_OF_FEW = 0.99;
  private static final double MAX_SHARE_OF_MANY = 0.1;

  /** JSON parsers reject longer numbers, and their conversion time is quadratic. */
  private static final int MAX_NUMBER = 1000;

  private static final BigInteger MIN_INTEGER = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_INTEGER =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final double MAX_PLAIN = 1e21;
  private static final double SMALLEST_PLAIN = 1e-6;

  /** Of merges of merges, which expand before any value is written. */
  private static final int MAX_MERGED = 400_000;

  private final StringWriter text = new StringWriter();
  private final FieldLines lines = new FieldLines();
  private final List<String> repeated = new ArrayList<>();
  private final Set<Node> open = new HashSet<>();
  private final Set<Node> seen = new HashSet<>();
  private long values;
  private long valuesOfAliases;
  private int merged;
  private final JsonGenerator out;
  private final int before;
  private final boolean typed;

  private YamlJson(int before, boolean typed) throws IOException {
    this.out = Json.mapper().createGenerator(text);
    this.before = before;
    this.typed = typed;
  }

  /**
   * The JSON of a document.
   *
   * @param before number of lines before the first line of the parser's input
   * @throws YamlFormatException if the document cannot be represented in JSON
   */
  public static YamlJson of(Node node, int before) throws YamlFormatException {
    return of(node, before, true);
  }

  private static YamlJson of(Node node, int before, boolean typed) throws YamlFormatException {
    try {
      YamlJson json = new YamlJson(before, typed);
      json.value(node, "", false);
      json.out.close();
      return json;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * The JSON of the first document of a text, as client-go reads it; {@code null} if there is none.
   *
   * @throws YamlFormatException if the text is not YAML or cannot be represented in JSON
   */
  public static YamlJson first(String text) throws YamlFormatException {
    return first(text, true);
  }

  /**
   * Like {@link #first}, but scalars are strings as they are written, such as {@code 1.20} or
   * {@code yes}, and {@code null} is empty.
   *
   * @throws YamlFormatException if the text is not YAML or cannot be represented in JSON
   */
  public static YamlJson firstOfTexts(String text) throws YamlFormatException {
    return first(text, false);
  }

  private static YamlJson first(String text, boolean typed) throws YamlFormatException {
    Node node = YamlNodes.first(text);
    return of(node == null ? NOTHING : node, 0, typed);
  }

  /** The JSON. */
  public String text() {
    return text.toString();
  }

  /** The lines of values by path, such as {@code spec.metrics[0].type}, counted from 1. */
  public Map<String, Integer> lines() {
    return lines.byPath();
  }

  /**
   * Repeated keys in go-yaml's words, such as {@code line 4: key "maxReplicas" already set in map}.
   */
  public List<String> repeated() {
    return List.copyOf(repeated);
  }

  private void value(Node node, String path, boolean inAlias)
      throws IOException, YamlFormatException {
    count(inAlias, path);
    if (node instanceof ScalarNode scalar) {
      scalar(scalar, path);
      return;
    }
    if (!open.add(node)) {
      throw new YamlFormatException(path, "refers to itself");
    }
    boolean isAlias = !seen.add(node) || inAlias;
    if (node instanceof SequenceNode sequence) {
      sequence(sequence, path, isAlias);
    } else if (node instanceof MappingNode mapping) {
      out.writeStartObject();
      Set<String> keys = new HashSet<>();
      for (NodeTuple member : members(mapping, path)) {
        member(member, path, isAlias, keys);
      }
      out.writeEndObject();
    }
    open.remove(node);
  }

  private void count(boolean inAlias, String path) throws YamlFormatException {
    values++;
    if (inAlias) {
      valuesOfAliases++;
    }
    boolean isExcessive = values > MIN_VALUES && valuesOfAliases > maxShareOfAliases() * values;
    if (isExcessive || text.getBuffer().length() > Limit.EXPANDED_CHARS.asInt()) {
      throw new YamlFormatException(path, "is too large after the expansion of aliases");
    }
  }

  private double maxShareOfAliases() {
    double beyond = Math.clamp((values - FEW_VALUES) / (double) (MANY_VALUES - FEW_VALUES), 0, 1);
    return MAX_SHARE_OF_FEW - beyond * (MAX_SHARE_OF_FEW - MAX_SHARE_OF_MANY);
  }

  private void sequence(SequenceNode sequence, String path, boolean inAlias)
      throws IOException, YamlFormatException {
    out.writeStartArray();
    int index = 0;
    for (Node element : sequence.getValue()) {
      String name = FieldLines.element(path, index);
      remember(name, element);
      value(element, name, inAlias);
      index++;
    }
    out.writeEndArray();
  }

  /** Go decodes the value of a key before it notices that the key is not new. */
  private void member(NodeTuple member, String path, boolean inAlias, Set<String> keys)
      throws IOException, YamlFormatException {
    String key = key(member.getKeyNode(), path);
    String name = FieldLines.field(path, key);
    remember(name, member.getKeyNode());
    out.writeFieldName(key);
    value(member.getValueNode(), name, inAlias);
    if (!keys.add(key)) {
      int line = before + member.getValueNode().getStartMark().getLine() + 1;
      repeated.add("line %d: key %s already set in map".formatted(line, GoQuote.quote(key)));
    }
  }

  private void remember(String path, Node node) {
    lines.add(path, before + node.getStartMark().getLine() + 1);
  }

  private String key(Node key, String path) throws YamlFormatException {
    if (!(key instanceof ScalarNode scalar)) {
      throw new YamlFormatException(path, "has a key that is not a string");
    }
    Tag tag = typed ? scalar.getTag() : Tag.STR;
    if (tag.equals(Tag.BOOL)) {
      return String.valueOf(bool(scalar.getValue()));
    }
    return tag.equals(Tag.INT) || tag.equals(Tag.FLOAT) ? number(scalar, path) : scalar.getValue();
  }

  /**
   * The entries including those of {@code <<}, in the order in which go-yaml v2 applies them: the
   * last one takes precedence.
   */
  private Collection<NodeTuple> members(MappingNode mapping, String path)
      throws YamlFormatException {
    Map<String, List<NodeTuple>> byKey = new LinkedHashMap<>();
    Set<String> merged = new HashSet<>();
    for (NodeTuple member : mapping.getValue()) {
      if (member.getKeyNode().getTag().equals(Tag.MERGE)) {
        for (NodeTuple other : merged(member.getValueNode(), path)) {
          String key = key(other.getKeyNode(), path);
          byKey.put(key, List.of(other));
          merged.add(key);
        }
      } else {
        String key = key(member.getKeyNode(), path);
        if (merged.remove(key)) {
          byKey.remove(key);
        }
        byKey.computeIfAbsent(key, any -> new ArrayList<>(1)).add(member);
      }
    }
    return byKey.values().stream().flatMap(List::stream).toList();
  }

  /** Of several mappings the first takes precedence. */
  private List<NodeTuple> merged(Node from, String path) throws YamlFormatException {
    if (!open.add(from)) {
      throw new YamlFormatException(path, "refers to itself");
    }
    List<NodeTuple> members = new ArrayList<>();
    if (from instanceof MappingNode mapping) {
      members.addAll(members(mapping, path));
    } else if (from instanceof SequenceNode sequence) {
      for (Node element : sequence.getValue().reversed()) {
        members.addAll(merged(element, path));
      }
    } else {
      throw new YamlFormatException(path, "merges a value that is not a mapping");
    }
    open.remove(from);
    merged += 1 + members.size();
    if (merged > MAX_MERGED) {
      throw new YamlFormatException(path, "merges more than " + MAX_MERGED + " values");
    }
    return members;
  }

  private void scalar(ScalarNode scalar, String path) throws IOException, YamlFormatException {
    String value = scalar.getValue();
    Tag tag = scalar.getTag();
    if (!typed) {
      out.writeString(tag.equals(Tag.NULL) ? "" : value);
    } else if (tag.equals(Tag.NULL)) {
      out.writeNull();
    } else if (tag.equals(Tag.BOOL)) {
      out.writeBoolean(bool(value));
    } else if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      out.writeNumber(number(scalar, path));
    } else {
      out.writeString(value);
    }
  }

  private static boolean bool(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "y", "yes", "true", "on" -> true;
      default -> false;
    };
  }

  /** A number in JSON. Integers that do not fit into 64 bits are rounded, as by go-yaml. */
  private static String number(ScalarNode scalar, String path) throws YamlFormatException {
    String value = scalar.getValue();
    if (value.length() > MAX_NUMBER) {
      throw new YamlFormatException(
          path,
          "is a number of %d characters, more than the limit of %d; quote it if it is a string"
              .formatted(value.length(), MAX_NUMBER));
    }
    if (scalar.getTag().equals(Tag.INT)) {
      BigInteger integer = integer(value, path);
      if (integer.compareTo(MIN_INTEGER) >= 0 && integer.compareTo(MAX_INTEGER) <= 0) {
        return integer.toString();
      }
    }
    return decimal(value, path);
  }

  private static BigInteger integer(String value, String path) throws YamlFormatException {
    String digits = value.replace("_", "").replace("+", "").toLowerCase(Locale.ROOT);
    boolean negative = digits.startsWith("-");
    String magnitude = negative ? digits.substring(1) : digits;
    try {
      BigInteger number =
          switch (magnitude.length() > 2 ? magnitude.substring(0, 2) : "") {
            case "0x" -> new BigInteger(magnitude.substring(2), 16);
            case "0b" -> new BigInteger(magnitude.substring(2), 2);
            case "0o" -> new BigInteger(magnitude.substring(2), 8);
            default -> new BigInteger(magnitude, magnitude.startsWith("0") ? 8 : 10);
          };
      return negative ? number.negate() : number;
    } catch (NumberFormatException malformed) {
      throw new YamlFormatException(path, "\"" + value + "\" is not an integer");
    }
  }

  /** A number in Go's float64 format, without a zero fraction. */
  private static String decimal(String value, String path) throws YamlFormatException {
    try {
      double number = Double.parseDouble(value.replace("_", ""));
      if (Double.isFinite(number)) {
        double size = Math.abs(number);
        BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
        boolean plain = size == 0 || (size >= SMALLEST_PLAIN && size < MAX_PLAIN);
        return plain ? exact.toPlainString() : exact.toString().replace('E', 'e');
      }
    } catch (NumberFormatException malformed) {
      // reported below
    }
    throw new YamlFormatException(path, "\"" + value + "\" cannot be represented as a JSON number");
  }
}
