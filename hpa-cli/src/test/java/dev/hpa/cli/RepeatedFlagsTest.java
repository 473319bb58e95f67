package dev.hpa.cli;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.app.cli.Flag;
import dev.hpa.cli.commands.FlagOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/** The flags of the controller in other commands, given twice, as {@code hpa run} reads them. */
class RepeatedFlagsTest {

  private static final String FIRST = "b=1";
  private static final String SECOND = "a=2";

  @TestFactory
  Stream<DynamicTest> aListKeepsAllValuesInOrder() {
    return owners().stream()
        .flatMap(
            command ->
                lists(command).stream()
                    .map(
                        name ->
                            DynamicTest.dynamicTest(
                                command + " --" + name, () -> keepsBoth(command, name))));
  }

  @Test
  void commandsHaveLists() {
    long lists = owners().stream().mapToLong(command -> lists(command).size()).sum();
    assertTrue(lists > owners().size(), () -> lists + " lists");
  }

  private static void keepsBoth(String command, String name) {
    CommandLine program = HpaCommand.allCommands();
    CommandLine line = requireNonNull(program.getSubcommands().get(command));
    Flag<?> flag =
        owner(line).flags().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();
    List<Object> expected = new ArrayList<>();
    for (String value : List.of(FIRST, SECOND)) {
      expected.addAll((List<?>) flag.type().parse(value));
    }
    // Other arguments that the command requires are not at issue.
    line.getCommandSpec().parser().collectErrors(true);

    program.parseArgs(command, flag.dashed(), FIRST, flag.dashed(), SECOND);

    assertEquals(expected, flag.get());
  }

  private static List<String> owners() {
    return HpaCommand.allCommands().getSubcommands().entrySet().stream()
        .filter(
            each ->
                each.getValue().getCommand() instanceof FlagOptions.Owner owner
                    && owner.settings() == null)
        .map(each -> each.getKey())
        .toList();
  }

  private static List<String> lists(String command) {
    return owner(requireNonNull(HpaCommand.allCommands().getSubcommands().get(command)))
        .flags()
        .stream()
        .filter(each -> each.type().isList())
        .map(Flag::name)
        .toList();
  }

  private static FlagOptions.Owner owner(CommandLine line) {
    return line.getCommand();
  }
}
