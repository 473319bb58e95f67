package dev.hpa.kube.content;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
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
    StreamReader reader = text.indexOf('\t') < 0 ? new StreamReader(text) : new TabReader(text);
    Composer composer = new Composer(new ParserImpl(reader, options), new GoTypes(), options);
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

  /**
   * Lets the scanner see a space for a tab between two tokens of a line. The text of scalars is not
   * affected, because the scanner copies it.
   */
  private static final class TabReader extends StreamReader {

    /** Whether the line has more than indentation and the indicators of list items and keys. */
    private boolean hasToken;

    TabReader(String text) {
      super(text);
    }

    @Override
    public int peek() {
      return spaceForTab(super.peek());
    }

    @Override
    public int peek(int index) {
      return spaceForTab(super.peek(index));
    }

    private int spaceForTab(int character) {
      return character == '\t' && hasToken ? ' ' : character;
    }

    @Override
    public void forward(int length) {
      for (int i = 0; i < length; i++) {
        pass(super.peek(i));
      }
      super.forward(length);
    }

    @Override
    public void forward() {
      forward(1);
    }

    @Override
    public String prefixForward(int length) {
      hasToken |= length > 0 && !super.prefix(length).isBlank();
      return super.prefixForward(length);
    }

    private void pass(int character) {
      if (character == '\n' || character == '\r') {
        hasToken = false;
      } else {
        hasToken |= " \t-?:".indexOf(character) < 0;
      }
    }
  }
}
