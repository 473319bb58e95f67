package dev.hpa.kube.content;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Parses YAML as kubectl and client-go do, whose parser is go-yaml v2: tabs may separate tokens,
 * and plain scalars have the types of go-yaml, which are those of YAML 1.1 with exceptions.
 */
public final class YamlNodes {

  private YamlNodes() {}

  /**
   * The documents of a text, parsed while they are read.
   *
   * @return an iterator that throws {@link org.yaml.snakeyaml.error.YAMLException} at a malformed
   *     document, which is the last one
   */
  public static Iterator<Node> of(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE); // the text is in memory already
    Composer composer =
        new Composer(new ParserImpl(new YamlText(text), options), new GoTypes(), options);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return composer.checkNode();
      }

      @Override
      public Node next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return composer.getNode();
      }
    };
  }

  /**
   * The first document of a text, as client-go reads it.
   *
   * @return null if there is none
   * @throws YamlFormatException if the text is malformed, with the line if it is known
   */
  public static @Nullable Node first(String text) throws YamlFormatException {
    try {
      Iterator<Node> documents = of(text);
      return documents.hasNext() ? documents.next() : null;
    } catch (MarkedYAMLException malformed) {
      Mark mark = malformed.getProblemMark();
      throw new YamlFormatException(
          mark == null ? 0 : mark.getLine() + 1, firstLine(malformed.getProblem()));
    } catch (YAMLException malformed) {
      throw new YamlFormatException(0, firstLine(malformed.getMessage()));
    }
  }

  private static String firstLine(@Nullable String message) {
    return String.valueOf(message).lines().findFirst().orElse("");
  }

  /** The types of plain scalars in go-yaml v2. */
  private static final class GoTypes extends Resolver {

    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");

    private static final Pattern BOOL =
        Pattern.compile(
            "y|Y|yes|Yes|YES|on|On|ON|true|True|TRUE|n|N|no|No|NO|off|Off|OFF|false|False|FALSE");

    /** Leading zeros mean octal; a number with the digits 8 and 9 is decimal then. */
    private static final Pattern INT =
        Pattern.compile("[-+]?(0|[1-9][0-9]*|0[oO]?[0-7]+|0[xX][0-9a-fA-F]+|0[bB][01]+)");

    private static final Pattern FLOAT =
        Pattern.compile(
            "[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
                + "|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    @Override
    public Tag resolve(NodeId kind, String value, boolean isPlain) {
      return kind == NodeId.scalar && isPlain ? tag(value) : super.resolve(kind, value, isPlain);
    }

    private static Tag tag(String value) {
      if (value.equals("<<")) {
        return Tag.MERGE;
      }
      if (NULL.matcher(value).matches()) {
        return Tag.NULL;
      }
      if (BOOL.matcher(value).matches()) {
        return Tag.BOOL;
      }
      String number = value.startsWith("_") ? value : value.replace("_", "");
      if (INT.matcher(number).matches()) {
        return Tag.INT;
      }
      return FLOAT.matcher(number).matches() ? Tag.FLOAT : Tag.STR;
    }
  }
}
