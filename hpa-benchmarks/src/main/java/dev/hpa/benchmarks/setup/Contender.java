package dev.hpa.benchmarks.setup;

import dev.hpa.cli.conformance.ProgramLauncher;
import dev.hpa.conformance.environment.CommandTemplate;
import dev.hpa.conformance.environment.TestClusterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A controller that is measured. */
public record Contender(String name, CommandTemplate command) {

  private static final Pattern NAMED = Pattern.compile("([A-Za-z0-9._-]+)=(.*)", Pattern.DOTALL);

  /**
   * Parses commands of the form {@code [NAME=]TEMPLATE}.
   *
   * @param placeholders values of all placeholders, to check the templates
   * @throws TestClusterException if a command is empty or has an unknown placeholder
   */
  public static List<Contender> parse(List<String> commands, Map<String, String> placeholders)
      throws TestClusterException {
    List<Contender> contenders = new ArrayList<>();
    for (String command : commands) {
      Matcher named = NAMED.matcher(command);
      boolean hasName = named.matches() && !named.group(1).contains("/");
      String name = hasName ? named.group(1) : "controller-" + (contenders.size() + 1);
      String template = ProgramLauncher.resolve(hasName ? named.group(2) : command);
      CommandTemplate parsed = new CommandTemplate(template);
      parsed.words(placeholders);
      contenders.add(new Contender(name, parsed));
    }
    return contenders;
  }
}
