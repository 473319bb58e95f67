package dev.hpa.app.cli;

import dev.hpa.app.cli.PflagArguments.Given;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The file of {@code --config}: a YAML map from names of flags, without dashes, to values. Values
 * are read as they stand, not as YAML types them, so that {@code 0x10} and {@code 10s} mean the
 * same as on a command line.
 */
final class ConfigFile {

  private final Path file;
  private final CommandSpec command;
  private final List<Given> given = new ArrayList<>();

  private ConfigFile(Path file, CommandSpec command) {
    this.file = file;
    this.command = command;
  }

  /**
   * The flags the file sets, in its order.
   *
   * @throws UsageException {@code FILE:LINE: key: …} when a key is unknown or its value bad
   */
  static List<Given> read(Path file, CommandSpec command) {
    ConfigFile config = new ConfigFile(file, command);
    Node root = config.compose();
    if (root != null && !root.getTag().equals(Tag.NULL)) {
      config.take(root);
    }
    return List.copyOf(config.given);
  }

  private @Nullable Node compose() {
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      return new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text));
    } catch (MarkedYAMLException malformed) {
      int line = malformed.getProblemMark() == null ? 0 : malformed.getProblemMark().getLine();
      throw new UsageException(
          file
              + ":"
              + (line + 1)
              + ": is no YAML: "
              + String.valueOf(malformed.getProblem()).lines().findFirst().orElse(""),
          malformed);
    } catch (YAMLException | StackOverflowError unreadable) {
      throw new UsageException(
          file + ": is no YAML: " + firstLine(unreadable) + "; write names of flags and values",
          unreadable);
    } catch (NoSuchFileException missing) {
      throw new UsageException(file + ": no such file", missing);
    } catch (CharacterCodingException noText) {
      throw new UsageException(file + ": is no text in UTF-8; save it as UTF-8", noText);
    } catch (IOException failure) {
      throw new UsageException(file + ": cannot be read", failure);
    }
  }

  private static String firstLine(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? "it is nested too deeply"
        : message.lines().findFirst().orElse("").strip();
  }

  private void take(Node root) {
    if (!(root instanceof MappingNode map)) {
      throw refusal(root, "a map is required, from names of flags to values");
    }
    for (NodeTuple member : map.getValue()) {
      String key = text(member.getKeyNode());
      if (!ProviderFlags.SECTIONS.contains(key)) {
        take(key, flag(key, member.getKeyNode()), member.getValueNode());
      }
    }
  }

  private OptionSpec flag(String key, Node at) {
    OptionSpec flag = command.findOption("--" + key);
    if (flag == null || !isSettable(flag)) {
      throw refusal(
          at,
          key
              + ": unknown"
              + FlagHints.nearest(key, names())
                  .map(name -> "; did you mean " + name + "?")
                  .orElse(""));
    }
    return flag;
  }

  private Collection<String> names() {
    Stream<String> flags =
        command.options().stream()
            .filter(ConfigFile::isSettable)
            .map(flag -> flag.longestName().substring(2));
    return Stream.concat(flags, ProviderFlags.SECTIONS.stream()).toList();
  }

  /** Whether a file may set a flag. What is asked once, of the command line alone, it may not. */
  static boolean isSettable(OptionSpec flag) {
    return !flag.usageHelp()
        && !List.of("--config", "--version", "--stack-traces").contains(flag.longestName());
  }

  private void take(String key, OptionSpec flag, Node value) {
    for (Item item : items(key, flag, value)) {
      String problem = PflagArguments.problem(flag, item.text());
      if (problem != null) {
        throw refusal(item.at(), key + ": " + problem);
      }
      given.add(new Given(flag, item.text()));
    }
  }

  /** A value that could stand behind the flag on a command line. */
  private record Item(Node at, String text) {}

  private List<Item> items(String key, OptionSpec flag, Node value) {
    if (value instanceof ScalarNode) {
      return List.of(new Item(value, text(value)));
    }
    if (!flag.isMultiValue()) {
      throw refusal(value, key + ": takes a single value");
    }
    List<Item> items = new ArrayList<>();
    if (value instanceof SequenceNode list) {
      list.getValue().forEach(item -> items.add(new Item(item, asItem(flag, text(item)))));
    } else if (value instanceof MappingNode map) {
      for (NodeTuple member : map.getValue()) {
        items.add(
            new Item(
                member.getKeyNode(),
                text(member.getKeyNode()) + "=" + text(member.getValueNode())));
      }
    }
    return items;
  }

  /** Commas within an item of a list are its own. */
  private static String asItem(OptionSpec flag, String text) {
    boolean commasDivide =
        flag.converters().length > 0 && flag.converters()[0] instanceof Csv.Converter;
    return commasDivide ? Csv.quoted(text) : text;
  }

  private String text(Node node) {
    if (node instanceof ScalarNode scalar) {
      if (scalar.getValue().indexOf('\0') >= 0) {
        throw refusal(node, "a value holds a NUL character; leave it out");
      }
      return scalar.getTag().equals(Tag.NULL) ? "" : scalar.getValue();
    }
    throw refusal(node, "a plain text or number is required here");
  }

  private UsageException refusal(Node at, String why) {
    return new UsageException(file + ":" + (at.getStartMark().getLine() + 1) + ": " + why);
  }
}
