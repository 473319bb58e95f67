package dev.hpa.cli.recommend;

import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.Topic;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options that say what a recommendation has to achieve. */
@Topic("Search")
final class GoalFlags {
  private static final Pattern PERCENT = Pattern.compile("(\\d+(?:\\.\\d+)?) ?%");
  private static final Pattern RATE = Pattern.compile("(\\d+(?:\\.\\d+)?)/(hour|day|week)");
  private static final double DAYS_PER_WEEK = 7;
  private static final double HOURS_PER_DAY = 24;

  @Option(
      names = "--max-unserved",
      paramLabel = "PERCENT",
      defaultValue = "0.1%",
      description = "Highest unserved share of the demand (default: ${DEFAULT-VALUE}).")
  private String maxUnserved = "0.1%";

  @Option(names = "--max-flaps")
  private String maxFlaps = "4/day";

  @Option(names = "--min-saving")
  private String minSaving = "5%";

  @Option(names = "--verify")
  private String verify = "30%";

  /**
   * The share of the load that only verifies, above 0 and below 1.
   *
   * @throws UsageException if the option is invalid
   */
  double verified() {
    double share = percent("--verify", verify);
    if (share == 0 || share == 1) {
      throw new UsageException(
          "--verify: %s leaves nothing to %s; use a share such as 30%%"
              .formatted(verify, share == 0 ? "verify with" : "search"));
    }
    return share;
  }

  /**
   * The goal.
   *
   * @throws UsageException if an option is invalid
   */
  Goal goal() {
    return new Goal(
        percent("--max-unserved", maxUnserved),
        perDay(maxFlaps),
        percent("--min-saving", minSaving),
        Goal.Reserve.NONE);
  }

  private static double percent(String option, String text) {
    Matcher percent = PERCENT.matcher(text);
    double value = percent.matches() ? Double.parseDouble(percent.group(1)) / 100 : -1;
    if (value < 0 || value > 1) {
      throw new UsageException(
          option + ": \"" + text + "\" is not a share in percent; use a value such as 0.1%");
    }
    return value;
  }

  private static double perDay(String text) {
    Matcher rate = RATE.matcher(text);
    if (!rate.matches()) {
      throw new UsageException(
          "--max-flaps: \"" + text + "\" is not a number per time; use a value such as 4/day");
    }
    double value = Double.parseDouble(rate.group(1));
    return switch (rate.group(2)) {
      case "hour" -> value * HOURS_PER_DAY;
      case "week" -> value / DAYS_PER_WEEK;
      default -> value;
    };
  }
}
