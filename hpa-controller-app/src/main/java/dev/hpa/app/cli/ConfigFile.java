package dev.hpa.app.cli;

import dev.hpa.app.cli.PflagArguments.Given;
import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlNodes;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
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
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The file of {@code --config}: a YAML map from names of flags, without dashes, to values. Values
 * are read as strings, without YAML types, so that {@code 0x10} and {@code 10s} are parsed like
 * flags.
 */
final class ConfigFile {

  private final Path file;
  private final FlagSet flags;
  private final List<Given> given = new ArrayList<>();

  private ConfigFile(Path file, FlagSet flags) {
    this.file = file;
    this.flags = flags;
  }

  /**
   * The flags that the file sets, in its order.
   *
   * @throws UsageException {@code FILE:LINE: key: …} if a key is unknown or its value is invalid
   */
  static List<Given> read(Path file, FlagSet flags) {
    ConfigFile config = new ConfigFile(file, flags);
    Node root = config.compose();
    if (root != null && !root.getTag().equals(Tag.NULL)) {
      config.take(root);
    }
    return List.copyOf(config.given);
  }

  private @Nullable Node compose() {
    try {
      if (Files.size(file) > Limit.CONFIGURATION_BYTES.asLong()) {
        throw new UsageException(file + ": is longer than 1 MiB; check the path");
      }
      String text = Files.readString(file, StandardCharsets.UTF_8);
      return YamlNodes.first(text);
    } catch (YamlFormatException malformed) {
      throw new UsageException(malformed.in(file.toString()) + "; write FLAG: VALUE", malformed);
    } catch (NoSuchFileException missing) {
      throw new UsageException(file + ": does not exist; check the path", missing);
    } catch (CharacterCodingException noText) {
      throw new UsageException(file + ": is not valid UTF-8; save it as UTF-8", noText);
    } catch (IOException failure) {
      throw new UsageException(file + ": cannot be read; check its permissions", failure);
    }
  }

  private void take(Node root) {
    if (!(root instanceof MappingNode map)) {
      throw refusal(root, "the document is not a map; write FLAG: VALUE");
    }
    for (NodeTuple member : map.getValue()) {
      String key = text(member.getKeyNode());
      if (!ProviderFlags.SECTIONS.contains(key)) {
        take(key, flag(key, member.getKeyNode()), member.getValueNode());
      }
    }
  }

  private Flag<?> flag(String key, Node at) {
    Flag<?> flag = flags.find(key);
    if (flag != null && flag.name().equals("preset")) {
      throw refusal(at, key + ": the launcher does not read this file; use the command line");
    }
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
    Stream<String> settable = flags.all().stream().filter(ConfigFile::isSettable).map(Flag::name);
    return Stream.concat(settable, ProviderFlags.SECTIONS.stream()).toList();
  }

  /**
   * Whether a file may set a flag. Flags such as {@code --help} are valid on the command line only.
   */
  static boolean isSettable(Flag<?> flag) {
    return !List.of(RunFlags.HELP, "config", "preset", "version", "stack-traces")
        .contains(flag.name());
  }

  private void take(String key, Flag<?> flag, Node value) {
    for (Item item : items(key, flag, value)) {
      String problem = PflagArguments.problem(flag, item.text());
      if (problem != null) {
        throw refusal(item.at(), key + ": " + problem);
      }
      given.add(new Given(flag, item.text()));
    }
  }

  /** The value in the syntax of the command line. */
  private record Item(Node at, String text) {}

  private List<Item> items(String key, Flag<?> flag, Node value) {
    if (value instanceof ScalarNode) {
      return List.of(new Item(value, text(value)));
    }
    if (!flag.type().isList()) {
      throw refusal(value, key + ": is a list or a map; give a single value");
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

  /** Quotes list items that contain commas. */
  private static String asItem(Flag<?> flag, String text) {
    return flag.type().equals(FlagTypes.CSV) ? Csv.quoted(text) : text;
  }

  private String text(Node node) {
    if (node instanceof ScalarNode scalar) {
      if (scalar.getValue().indexOf('\0') >= 0) {
        throw refusal(node, "the value contains a NUL character; remove it");
      }
      return scalar.getTag().equals(Tag.NULL) ? "" : scalar.getValue();
    }
    throw refusal(node, "the value is not a string, number or boolean; give a single value");
  }

  private UsageException refusal(Node at, String why) {
    return new UsageException(file + ":" + (at.getStartMark().getLine() + 1) + ": " + why);
  }
}
