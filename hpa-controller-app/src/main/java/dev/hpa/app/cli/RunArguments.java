package dev.hpa.app.cli;

import dev.hpa.app.cli.PflagArguments.Given;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Parses the command line of {@code hpa run} like kube-controller-manager, adds the flags of the
 * {@code --config} file that are not on it, then those of the {@code --preset}, and passes each
 * flag to picocli as {@code --flag=value}, lists repeatedly.
 */
final class RunArguments implements IParameterPreprocessor {

  @Override
  @SuppressWarnings("JdkObsolete") // picocli's API requires it.
  public boolean preprocess(
      Stack<String> words,
      CommandSpec command,
      @Nullable ArgSpec argument,
      Map<String, Object> info) {
    List<String> inOrder = new ArrayList<>(words.reversed());
    try {
      List<String> plain = plain(command, inOrder);
      words.clear();
      words.addAll(plain.reversed());
    } catch (UsageException problem) {
      throw new ParameterException(command.commandLine(), problem.getMessage(), problem);
    }
    return false;
  }

  private static List<String> plain(CommandSpec command, List<String> words) {
    List<Given> onLine = PflagArguments.parse(command, words);
    Set<String> named = new HashSet<>();
    onLine.forEach(flag -> named.add(flag.name()));
    List<Given> all = new ArrayList<>();
    for (Given flag : fromFile(command, onLine)) {
      if (!named.contains(flag.name())) {
        all.add(flag);
      }
    }
    all.addAll(onLine);
    all.forEach(flag -> named.add(flag.name()));
    ofPreset(command, onLine).stream()
        .filter(flag -> !named.contains(flag.name()))
        .forEach(all::add);
    List<String> plain = new ArrayList<>();
    Map<String, String> lastOfEach = new LinkedHashMap<>();
    for (Given flag : all) {
      String word = "--" + flag.name() + "=" + flag.value();
      if (flag.flag().isMultiValue()) {
        plain.add(word);
      } else {
        lastOfEach.put(flag.name(), word);
      }
    }
    plain.addAll(lastOfEach.values());
    return plain;
  }

  private static List<Given> fromFile(CommandSpec command, List<Given> onLine) {
    return last("config", onLine)
        .map(flag -> ConfigFile.read(FlagFiles.of(flag.value()), command))
        .orElse(List.of());
  }

  private static List<Given> ofPreset(CommandSpec command, List<Given> onLine) {
    return last("preset", onLine)
        .map(flag -> PflagArguments.parse(command, Preset.named(flag.value()).words()))
        .orElse(List.of());
  }

  private static Optional<Given> last(String name, List<Given> flags) {
    return flags.stream()
        .filter(flag -> flag.name().equals(name) && !flag.value().isEmpty())
        .reduce((earlier, later) -> later);
  }
}
