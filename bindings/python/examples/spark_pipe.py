"""Judge with Spark and the program `robots`, which has to be on the PATH of the workers: python examples/spark_pipe.py"""

import json
import os
import sys

from pyspark.sql import SparkSession

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
robots = "User-agent: *\nDisallow: /private/\n"
questions = [{"id": row, "robots": robots, "agent": "FooBot", "url": f"/{path}/{row}"} for row, path in enumerate(["private", "open"])]
lines = spark.sparkContext.parallelize(questions).map(json.dumps)
# Without its environment the program is not found.
answers = lines.pipe("robots batch", env=dict(os.environ)).map(json.loads)
for answer in answers.collect():
    print(answer["url"], answer["allowed"], answer["rule"])
spark.stop()
